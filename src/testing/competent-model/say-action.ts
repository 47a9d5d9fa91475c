import type { Action, ActionOf, Target } from '../../domain/action.js';
import { boxContains, toPixel, type Box, type Size } from '../../domain/geometry.js';
import type { ElementTable } from '../../domain/observation-rule.js';
import type { Dialect } from '../../models/dialects/dialect.js';
import type { PictureSizes } from '../../models/dialects/reading/resolve-position.js';

/** What the model sees of the screen it answers about. */
export interface SeenScreen {
  readonly elements: ElementTable | null;
  /** Boxes of what can be touched, pixels of the source picture. */
  readonly areas: readonly Box[];
  /** Box of the field that has the keyboard, pixels of the source picture. */
  readonly focused: Box | null;
}

/** How an action is said in a dialect: the answer and the call alone. */
export interface SaidAction {
  readonly answer: string;
  readonly call: string | null;
}

/** The first form of the action that the dialect can express; null where it can express none. */
export function sayAction(
  action: Action,
  dialect: Dialect,
  seen: SeenScreen,
  said: { readonly thought: string; readonly summary: string; readonly sizes: PictureSizes },
): SaidAction | null {
  const { thought, summary, sizes } = said;
  for (const form of formsOf(action, seen, sizes.screen)) {
    const answer = dialect.printAnswer(form, { thought, summary }, sizes);
    if (answer === null || !saysAll(answer, action, dialect, sizes)) continue;
    return { answer, call: dialect.printCall(form, sizes) };
  }
  return null;
}

/** Whether nothing is lost in saying it: some families end a task without the answer to it. */
function saysAll(answer: string, action: Action, dialect: Dialect, sizes: PictureSizes): boolean {
  if (action.type !== 'stop' || action.answer === undefined) return true;
  const result = dialect.parse(answer, { profile: 'tolerant', ...sizes });
  if (result.type === 'format_error') return false;
  const [read] = result.actions;
  const said = read.type === 'answer' ? read.text : read.type === 'stop' ? read.answer : undefined;
  return said === action.answer;
}

/** Ways to mean the same, the most exact first. */
function* formsOf(action: Action, seen: SeenScreen, screen: Size | null): Generator<Action> {
  yield action;
  switch (action.type) {
    case 'tap':
    case 'long_press':
      for (const target of elementTargets(pointOf(action.target, screen), seen)) yield { ...action, target };
      return;
    case 'swipe':
      yield* swipeForms(action, seen);
      return;
    case 'type':
      yield* typeForms(action, seen);
      return;
    case 'stop':
      if (action.answer === undefined) yield { type: 'stop', status: 'unspecified' };
      else {
        yield { type: 'answer', text: action.answer, terminal: true };
        yield { type: 'stop', status: 'unspecified', answer: action.answer };
      }
      return;
    default:
      return;
  }
}

function* swipeForms(action: ActionOf<'swipe'>, { elements }: SeenScreen): Generator<Action> {
  const { direction, from } = action;
  yield { type: 'swipe', direction };
  if (from !== undefined) yield { type: 'swipe', direction, at: from };
  const largest = elements?.elements.reduce<{ index: number; area: number } | null>(
    (best, { index, box }) => {
      const area = areaOf(box);
      return best === null || area > best.area ? { index, area } : best;
    },
    null,
  );
  if (largest === null || largest === undefined) return;
  const target: Target = { type: 'element', element: largest.index };
  yield { type: 'swipe', direction, target };
  yield { type: 'swipe', direction, target, distance: 'medium' };
}

function* typeForms({ text }: ActionOf<'type'>, seen: SeenScreen): Generator<Action> {
  const at = seen.focused === null ? null : centreOf(seen.focused);
  const box = seen.focused;
  if (at === null || box === null) return;
  const point: Target = { type: 'point', point: { x: at[0], y: at[1], space: 'pixel', resolved: at } };
  for (const target of [point, ...elementTargets(at, seen)]) {
    yield { type: 'type', text, target, clear: true };
    yield { type: 'type', text, target, submit: true };
    yield { type: 'type', text, target };
  }
}

/**
 * Numbers of the elements around a point within what is touched there, the smallest first; where none is, those whose centres
 * are touched alike (a label within the same button); last what lies around both, such as the list that it scrolls in.
 */
function elementTargets(at: readonly [number, number] | null, { elements, areas }: SeenScreen): Target[] {
  if (at === null || elements === null) return [];
  const around = smallestFirst(elements.elements.filter(({ box }) => boxContains(box, at[0], at[1])));
  const [area] = smallestFirst(areas.filter((box) => boxContains(box, at[0], at[1])).map((box) => ({ box })));
  const isClose = ({ box }: { readonly box: Box }): boolean =>
    area === undefined || areaOf(box) <= areaOf(area.box);
  const close = around.filter(isClose);
  const within =
    area === undefined || close.length > 0
      ? []
      : elements.elements.filter(({ box }) => boxContains(area.box, ...centreOf(box)));
  const wider = around.filter((element) => !isClose(element));
  return [...close, ...within, ...wider].map(({ index }) => ({ type: 'element', element: index }));
}

function smallestFirst<T extends { readonly box: Box }>(boxes: readonly T[]): readonly T[] {
  return boxes.toSorted((a, b) => areaOf(a.box) - areaOf(b.box));
}

function pointOf(target: Target, screen: Size | null): [number, number] | null {
  if (target.type !== 'point') return null;
  const { point } = target;
  if (point.resolved !== undefined) return point.resolved;
  if (screen === null) return point.space === 'pixel' ? [point.x, point.y] : null;
  return toPixel(point, screen);
}

function centreOf([x1, y1, x2, y2]: Box): [number, number] {
  return [Math.round((x1 + x2) / 2), Math.round((y1 + y2) / 2)];
}

function areaOf([x1, y1, x2, y2]: Box): number {
  return (x2 - x1) * (y2 - y1);
}
