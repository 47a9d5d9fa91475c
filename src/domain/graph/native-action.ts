import { pixelPoint, pathDirection, toPixel, type Direction, type Point, type Size } from '../geometry.js';
import type { Action, NativeAction, Target } from '../action.js';

/** Family name of actions in the graph's own words, `{action_type, …}`. */
export const GRAPH_FAMILY = 'colorbench'; // Source: the benchmark whose words they are; journals have it, so it stays.

/** A key by its plain name: upper case, without `KEYCODE_`. */
export function keyName(key: string): string {
  return key.toUpperCase().replace(/^KEYCODE_/, '');
}

/**
 * The object that `transition` takes, with coordinates in pixels of the screen. An action that carries its own native form
 * of this family goes through word for word, malformed or not.
 *
 * Actions that a graph does not know keep their name as type: they reach the graph, and match nothing.
 *
 * Deviation from the published action space: the start of a swipe goes along as `x`, `y`.
 */
export function toGraphAction(action: Action, screen: Size): unknown {
  const { native } = action;
  if (native !== undefined && native.family === GRAPH_FAMILY && native.arguments !== undefined) {
    return native.arguments;
  }
  switch (action.type) {
    case 'tap':
      return touch('click', action.target, screen);
    case 'long_press':
      return touch('long_press', action.target, screen);
    case 'swipe': {
      const from = action.from ?? action.at ?? pointOf(action.target);
      const direction = action.direction ?? directionOf(action.from, action.to, screen);
      if (from === undefined) return { action_type: 'swipe', direction };
      const [x, y] = toPixel(from, screen);
      return { action_type: 'swipe', direction, x, y };
    }
    case 'type':
      return { action_type: 'type', text: action.text };
    case 'key': {
      const key = keyName(action.key);
      if (key === 'BACK') return { action_type: 'system_button', button: 'back' };
      if (key === 'HOME') return { action_type: 'system_button', button: 'home' };
      return { action_type: 'key', key };
    }
    case 'open_app':
      return { action_type: 'open', app: action.app };
    case 'open_url':
      return { action_type: 'open_url', url: action.url };
    case 'answer':
      return action.terminal
        ? { action_type: 'complete', status: action.text }
        : { action_type: 'answer', text: action.text };
    case 'ask_user':
      return { action_type: 'complete', status: 'interrupted' };
    case 'stop':
      return { action_type: 'complete', status: action.answer ?? statusOf(action.status) };
    case 'wait':
    case 'clear_text':
    case 'previous_app':
    case 'restart_app':
    case 'grid_overlay':
    case 'memo':
    case 'replan':
      return { action_type: action.type };
    case 'foreign':
      return { action_type: native?.name ?? 'foreign' };
    default:
      return action satisfies never;
  }
}

/**
 * The unified form of a native object. What has none (a missing field, a word nobody knows) becomes `foreign`. Anything
 * the unified form does not express stays with it, so that `toGraphAction` gives the same object back.
 */
export function fromGraphAction(value: unknown): Action {
  const native: NativeAction = { family: GRAPH_FAMILY, arguments: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { type: 'foreign', native };
  const fields = value as Readonly<Record<string, unknown>>;
  const name = fields['action_type'];
  if (typeof name === 'string') native.name = name;
  const plain = plainAction(name, fields);
  if (plain === null) return { type: 'foreign', native };
  // Any size will do: the points are pixels already.
  const back = toGraphAction(plain, { width: 1, height: 1 });
  return isSameObject(back, fields) ? plain : { ...plain, native };
}

/** Whether two flat objects have the same fields in the same order, as their serialised forms would show. */
function isSameObject(a: unknown, b: Readonly<Record<string, unknown>>): boolean {
  const [left, right] = [Object.entries(a as object), Object.entries(b)];
  return (
    left.length === right.length &&
    left.every(([key, value], index) => right[index]?.[0] === key && Object.is(right[index][1], value))
  );
}

function plainAction(name: unknown, fields: Readonly<Record<string, unknown>>): Action | null {
  switch (name) {
    case 'click':
    case 'long_press': {
      const { x, y } = fields;
      if (!isFiniteNumber(x) || !isFiniteNumber(y)) return null;
      return {
        type: name === 'click' ? 'tap' : 'long_press',
        target: { type: 'point', point: pixelPoint(x, y) },
      };
    }
    case 'swipe': {
      const { direction, x, y } = fields;
      if (!isDirection(direction)) return null;
      if (!isFiniteNumber(x) || !isFiniteNumber(y)) return { type: 'swipe', direction };
      return { type: 'swipe', direction, at: pixelPoint(x, y) };
    }
    case 'type':
      return typeof fields['text'] === 'string' ? { type: 'type', text: fields['text'] } : null;
    case 'wait':
      return { type: 'wait' };
    case 'open':
      return typeof fields['app'] === 'string' ? { type: 'open_app', app: fields['app'] } : null;
    case 'system_button':
      if (fields['button'] !== 'back' && fields['button'] !== 'home') return null;
      return { type: 'key', key: fields['button'].toUpperCase() };
    case 'key':
      return typeof fields['key'] === 'string' ? { type: 'key', key: keyName(fields['key']) } : null;
    case 'complete': {
      const { status } = fields;
      if (status === undefined) return { type: 'stop', status: 'unspecified' };
      if (typeof status !== 'string') return null;
      if (status === 'success' || status === 'failure' || status === 'interrupted') {
        return { type: 'stop', status };
      }
      return { type: 'stop', status: 'success', answer: status };
    }
    default:
      return null;
  }
}

function touch(name: 'click' | 'long_press', target: Target, screen: Size): unknown {
  const point = pointOf(target);
  if (point === undefined) return { action_type: name };
  if (point.space === 'pixel') return { action_type: name, x: point.x, y: point.y };
  const [x, y] = toPixel(point, screen);
  return { action_type: name, x, y };
}

function pointOf(target: Target | undefined): Point | undefined {
  return target?.type === 'point' ? target.point : undefined;
}

function directionOf(from: Point | undefined, to: Point | undefined, screen: Size): Direction | null {
  return from === undefined || to === undefined
    ? null
    : pathDirection(toPixel(from, screen), toPixel(to, screen));
}

function statusOf(status: Extract<Action, { type: 'stop' }>['status']): string {
  switch (status) {
    case 'success':
    case 'unspecified':
      return 'success';
    case 'failure':
    case 'infeasible':
      return 'failure';
    case 'interrupted':
      return 'interrupted';
    default:
      return status satisfies never;
  }
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isDirection(value: unknown): value is Direction {
  return value === 'up' || value === 'down' || value === 'left' || value === 'right';
}
