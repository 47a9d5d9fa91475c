import { stop, type Action, type NativeAction } from '../../domain/action.js';
import {
  boxContains,
  pathDirection,
  resolvePoint,
  toPixel,
  type Box,
  type Size,
} from '../../domain/geometry.js';
import { AITW_TYPES, type AitwGesture } from './gestures/aitw-gesture.js';
import { isTapGesture, type AitwElement } from './gestures/match-gestures.js';

/** One recorded step, from any kind of file. */
export interface AitwStep {
  readonly gesture: AitwGesture;
  /** Typed text; empty for other actions. */
  readonly text: string;
  readonly elements: readonly AitwElement[];
  readonly size: Size;
}

const NAMES: Readonly<Record<number, string>> = {
  [AITW_TYPES.type]: 'TYPE',
  [AITW_TYPES.dualPoint]: 'DUAL_POINT',
  [AITW_TYPES.back]: 'PRESS_BACK',
  [AITW_TYPES.home]: 'PRESS_HOME',
  [AITW_TYPES.enter]: 'PRESS_ENTER',
  [AITW_TYPES.complete]: 'STATUS_TASK_COMPLETE',
  [AITW_TYPES.impossible]: 'STATUS_TASK_IMPOSSIBLE',
};

/** Name of a kind of action; undefined where Android in the Wild has none of that number. */
export function aitwTypeName(type: number): string | undefined {
  return NAMES[type];
}

/** A recorded step in unified form; a gesture that hardly moves is a tap where the finger came down. */
export function actionOfAitw({ gesture, text, size }: AitwStep): Action {
  const { type, touch, lift } = gesture;
  const native: NativeAction = {
    family: 'aitw',
    name: NAMES[type] ?? String(type),
    arguments: type === AITW_TYPES.dualPoint ? { touch_yx: touch, lift_yx: lift } : { text },
  };
  switch (type) {
    case AITW_TYPES.dualPoint: {
      const [from, to] = [touch, lift].map(([y, x]) => resolvePoint({ x, y, space: 'unit' }, size));
      if (from === undefined || to === undefined) break;
      if (isTapGesture(gesture)) return { type: 'tap', target: { type: 'point', point: from }, native };
      const direction = pathDirection(toPixel(from, size), toPixel(to, size));
      return { type: 'swipe', direction, from, to, native };
    }
    case AITW_TYPES.type:
      return { type: 'type', text, native };
    case AITW_TYPES.back:
      return { type: 'key', key: 'BACK', native };
    case AITW_TYPES.home:
      return { type: 'key', key: 'HOME', native };
    case AITW_TYPES.enter:
      return { type: 'key', key: 'ENTER', native };
    case AITW_TYPES.complete:
      return { ...stop('success'), native };
    case AITW_TYPES.impossible:
      return { ...stop('infeasible'), native };
    default:
  }
  return { type: 'foreign', native };
}

/** Areas of all annotated elements, in pixels. */
export function elementBoxes({ elements, size }: AitwStep): Box[] {
  return elements.map(([y, x, height, width]) => [
    x * size.width,
    y * size.height,
    (x + width) * size.width,
    (y + height) * size.height,
  ]);
}

/** The smallest annotated element that was tapped, in pixels; null where there is none, or nothing was tapped. */
export function touchedBox(step: AitwStep): Box | null {
  const { gesture, size } = step;
  if (gesture.type !== AITW_TYPES.dualPoint || !isTapGesture(gesture)) return null;
  const [y, x] = gesture.touch;
  let found: Box | null = null;
  for (const box of elementBoxes(step)) {
    if (!boxContains(box, x * size.width, y * size.height)) continue;
    if (found === null || areaOf(box) < areaOf(found)) found = box;
  }
  return found;
}

/** The recorded step in the dataset's own words, as one line of JSON. */
export function summaryOf({ gesture, text }: AitwStep): string {
  const { type, touch, lift } = gesture;
  const name = NAMES[type] ?? String(type);
  const short = (pair: readonly number[]): number[] => pair.map((value) => Math.round(value * 1e4) / 1e4);
  if (type === AITW_TYPES.dualPoint) {
    return JSON.stringify({ action_type: name, touch_yx: short(touch), lift_yx: short(lift) });
  }
  return JSON.stringify(type === AITW_TYPES.type ? { action_type: name, text } : { action_type: name });
}

function areaOf([x1, y1, x2, y2]: Box): number {
  return (x2 - x1) * (y2 - y1);
}
