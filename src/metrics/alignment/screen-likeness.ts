import { sharedDrawing } from './screen-sketch.js';
import type { ScreenStep } from './screen-step.js';

/** Whether two steps saw one screen, one screen with something else on it (other texts, another switch), or two. */
export type ScreenLikeness = 'same' | 'changed' | 'other';
/** How two screens compare. */
export type CompareScreens = (a: ScreenStep, b: ScreenStep) => ScreenLikeness;

/** Shares of what is drawn on both: from here on two pictures show the same, or the same screen changed. */
const SAME_DRAWING = 0.97;
const CHANGED_DRAWING = 0.6;
/** The same, where states have names and those differ: only little may tell the screens apart. */
const CLOSE_DRAWING = 0.9;
/** Share of texts on both screens. */
const CHANGED_TEXTS = 0.6;
const CLOSE_TEXTS = 0.8;

/**
 * How two screens compare: by the names of their states where both have some, else by their pixels, else by their texts, else
 * by whether it is the same picture. Screens of which nothing is known are like no other.
 */
export function screenLikeness(a: ScreenStep, b: ScreenStep): ScreenLikeness {
  const drawing = a.sketch === null || b.sketch === null ? null : sharedDrawing(a.sketch, b.sketch);
  const texts = sharedTexts(a.texts, b.texts);
  if (a.state !== null && b.state !== null) {
    if (a.state === b.state) {
      const isChanged = (texts !== null && texts < 1) || (drawing !== null && drawing < SAME_DRAWING);
      return isChanged ? 'changed' : 'same';
    }
    return isAtLeast(drawing, CLOSE_DRAWING) || (drawing === null && isAtLeast(texts, CLOSE_TEXTS))
      ? 'changed'
      : 'other';
  }
  if (a.picture !== null && a.picture === b.picture) return 'same';
  if (drawing !== null) {
    if (drawing >= SAME_DRAWING && texts !== null && texts < 1) return 'changed';
    return drawing >= SAME_DRAWING ? 'same' : drawing >= CHANGED_DRAWING ? 'changed' : 'other';
  }
  if (texts === null) return 'other';
  return texts === 1 ? 'same' : texts >= CHANGED_TEXTS ? 'changed' : 'other';
}

function isAtLeast(share: number | null, least: number): boolean {
  return share !== null && share >= least;
}

/** Share of the distinct texts that are on both; null where one has none. */
function sharedTexts(a: readonly string[], b: readonly string[]): number | null {
  if (a.length === 0 || b.length === 0) return null;
  const [left, right] = [new Set(a), new Set(b)];
  let both = 0;
  for (const text of left) if (right.has(text)) both += 1;
  return both / (left.size + right.size - both);
}
