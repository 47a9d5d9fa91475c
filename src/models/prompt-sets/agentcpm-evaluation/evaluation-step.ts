import type { Action, Target } from '../../../domain/action.js';
import type { Direction, Point, Size } from '../../../domain/geometry.js';
import type { StepRecord } from '../../dialects/dialect.js';

/** A position as shares of the screen. */
type Share = readonly [x: number, y: number];

/** An earlier step as the evaluation's data hold it. */
export type EvaluationStep =
  | { readonly type: 'touch' | 'long_press'; readonly at: Share }
  | { readonly type: 'swipe'; readonly from: Share; readonly to: Share }
  | { readonly type: 'type'; readonly text: string }
  | { readonly type: 'key'; readonly key: 'BACK' | 'HOME' | 'ENTER' }
  | { readonly type: 'open_app'; readonly app: string }
  | { readonly type: 'wait' }
  | { readonly type: 'stop'; readonly isDone: boolean };

/** Longest way of a finger that is a touch, as a share of the screen. */
const TOUCH = 0.04;
const KEYS: Readonly<Record<string, 'BACK' | 'HOME' | 'ENTER'>> = {
  BACK: 'BACK',
  HOME: 'HOME',
  ENTER: 'ENTER',
  // Recorded as home, for want of a key of its own.
  APP_SWITCH: 'HOME',
};

/**
 * A recorded step in the form that the evaluation of AgentCPM-GUI converts all its data to; null for what that form has no
 * place for.
 *
 * Source: AgentCPM-GUI repository, `eval/eval_data` and `eval/utils/qwen_mobile_tool.py`.
 *
 * @param swipe way of a finger whose direction is recorded, as a share of the screen
 */
export function evaluationStep({ action, screen }: StepRecord, swipe: number): EvaluationStep | null {
  switch (action?.type) {
    case 'tap':
    case 'long_press': {
      const at = shareOf(action.target, screen);
      return at === null ? null : { type: action.type === 'tap' ? 'touch' : 'long_press', at };
    }
    case 'swipe':
      return swipeOf(action, screen, swipe);
    case 'type':
      return { type: 'type', text: action.text };
    case 'key': {
      const key = KEYS[action.key];
      return key === undefined ? null : { type: 'key', key };
    }
    case 'open_app':
      return { type: 'open_app', app: action.app };
    case 'wait':
      return { type: 'wait' };
    case 'stop':
      return { type: 'stop', isDone: action.status === 'success' || action.status === 'unspecified' };
    default:
      return null;
  }
}

function swipeOf(
  { from, to, direction }: Extract<Action, { type: 'swipe' }>,
  screen: Size | null,
  length: number,
): EvaluationStep | null {
  // Of what has a direction, the evaluation's data keep nothing else.
  if (direction !== null) {
    const [dx, dy] = WAYS[direction];
    return { type: 'swipe', from: [0.5, 0.5], to: [0.5 + dx * length, 0.5 + dy * length] };
  }
  const [start, end] = [from, to].map((point) => (point === undefined ? null : share(point, screen)));
  if (!start || !end) return null;
  return isTouch(start, end) ? { type: 'touch', at: end } : { type: 'swipe', from: start, to: end };
}

/** In single precision, as the evaluation's library counts. */
function isTouch(start: Share, end: Share): boolean {
  const [dx, dy] = start.map((value, axis) => Math.fround(Math.fround(value) - Math.fround(end[axis] ?? 0)));
  if (dx === undefined || dy === undefined) return false;
  const way = Math.fround(Math.sqrt(Math.fround(Math.fround(dx * dx) + Math.fround(dy * dy))));
  return way <= Math.fround(TOUCH);
}

const WAYS: Readonly<Record<Direction, Share>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

function shareOf(target: Target, screen: Size | null): Share | null {
  return target.type === 'point' ? share(target.point, screen) : null;
}

/** Divided as the evaluation's data are, since positions are cut off later and the last bit decides. */
function share({ x, y, space }: Point, screen: Size | null): Share | null {
  switch (space) {
    case 'unit':
      return [x, y];
    case 'permille':
      return [x / 1000, y / 1000];
    case 'pixel':
      return screen === null ? null : [x / screen.width, y / screen.height];
    default:
      return space satisfies never;
  }
}
