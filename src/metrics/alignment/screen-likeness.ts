import { sharedDrawing } from './screen-sketch.js';
import type { ScreenStep } from './screen-step.js';

/** Whether two steps saw one screen, one screen with something else on it (other texts, another switch), or two. */
export type ScreenLikeness = 'same' | 'changed' | 'other';
/** How two screens compare. */
export type CompareScreens = (a: ScreenStep, b: ScreenStep) => ScreenLikeness;

/** Share of what is drawn on both from which on two pictures show one screen. */
const ONE_DRAWING = 0.8;
/** The same, where the texts say so too. */
const ONE_DRAWING_WITH_TEXTS = 0.5;
/** The same, where states have names and those differ: only little may tell the screens apart. */
const CLOSE_DRAWING = 0.9;
/** Levels by which the colours of one picture may differ after it was packed another way. */
const SAME_COLOURS = 7;
/** Shares of texts on both screens. */
const ONE_TEXTS = 0.6;
const CLOSE_TEXTS = 0.8;
/** Too few for one screen, however alike two pictures are. */
const OTHER_TEXTS = 0.2;

/**
 * How two screens compare: by the names of their states where both have some, else by their pixels and texts, else by whether
 * it is the same picture. Screens of which nothing is known are like no other.
 */
export function screenLikeness(a: ScreenStep, b: ScreenStep): ScreenLikeness {
  const isOnePicture = a.picture !== null && a.picture === b.picture;
  const texts = sharedTexts(a.texts, b.texts);
  const drawing = a.sketch === null || b.sketch === null ? null : sharedDrawing(a.sketch, b.sketch);
  const isChanged = !isOnePicture && ((texts ?? 1) < 1 || (drawing?.most ?? 0) > SAME_COLOURS);
  if (a.state !== null && b.state !== null) {
    if (a.state === b.state) return isChanged ? 'changed' : 'same';
    const isClose = drawing === null ? (texts ?? 0) >= CLOSE_TEXTS : drawing.share >= CLOSE_DRAWING;
    return isClose ? 'changed' : 'other';
  }
  return isOnePicture || isOneScreen(drawing?.share ?? null, texts)
    ? isChanged
      ? 'changed'
      : 'same'
    : 'other';
}

function isOneScreen(drawing: number | null, texts: number | null): boolean {
  if (drawing === null) return (texts ?? 0) >= ONE_TEXTS;
  if (texts === null) return drawing >= ONE_DRAWING;
  return drawing >= ONE_DRAWING
    ? texts >= OTHER_TEXTS
    : drawing >= ONE_DRAWING_WITH_TEXTS && texts >= ONE_TEXTS;
}

/** Share of the distinct texts that are on both; null where one has none. */
function sharedTexts(a: readonly string[], b: readonly string[]): number | null {
  if (a.length === 0 || b.length === 0) return null;
  const [left, right] = [new Set(a), new Set(b)];
  let both = 0;
  for (const text of left) if (right.has(text)) both += 1;
  return both / (left.size + right.size - both);
}
