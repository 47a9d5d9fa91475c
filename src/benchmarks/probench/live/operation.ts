import { createHash } from 'node:crypto';
import type { Action, Target } from '../../../domain/action.js';
import type { FormatError } from '../../../domain/decision.js';
import { resolvePoint, type Point, type Size } from '../../../domain/geometry.js';

/** Letters of the hash that names an unreadable answer. */
const HASH_LETTERS = 8;

/**
 * An action in the words of ProBench, such as `Click(540, 1200)`, positions in whole pixels of the screen. Two operations are the
 * same when these are equal. What ProBench has no word for keeps a name of its own.
 *
 * Source: ProBench paper, section 4.1, for the operations; the identity of two is our own rule.
 *
 * @param size pixels of the screen; null leaves positions in their own space
 */
export function operationOf(action: Action, size: Size | null): string {
  switch (action.type) {
    case 'tap':
      return `${action.count === 2 ? 'DoubleClick' : 'Click'}(${placed(action.target, size)})`;
    case 'long_press':
      return `LongPress(${placed(action.target, size)})`;
    case 'swipe': {
      const { from, to, at, target, direction } = action;
      if (from !== undefined && to !== undefined) return `Swipe(${pixels(from, size)}, ${pixels(to, size)})`;
      const start = from ?? at;
      const where = start === undefined ? (target ? [placed(target, size)] : []) : [pixels(start, size)];
      return `Swipe(${[...where, direction ?? 'nowhere'].join(', ')})`;
    }
    case 'type': {
      const typed = `Type(${action.text})`;
      return action.target === undefined ? typed : `${typed} at (${placed(action.target, size)})`;
    }
    case 'key':
      return KEYS[action.key] ?? `Key(${action.key})`;
    case 'wait':
      return 'Wait()';
    case 'stop':
      return isCompletion(action) ? 'Complete()' : `Stop(${action.status})`;
    case 'answer':
      return action.terminal ? `Complete(${action.text})` : `Answer(${action.text})`;
    default: {
      const { type, native: _native, warnings: _warnings, ...rest } = action;
      return `${type}(${JSON.stringify(rest)})`;
    }
  }
}

const KEYS: Readonly<Record<string, string>> = { BACK: 'Back()', ENTER: 'Enter()' };

/** An answer that nobody could read; equal for equal answers, as far as they were kept. */
export function invalidOperation({ kind, message, excerpt }: FormatError): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, message, excerpt]))
    .digest('hex');
  return `Invalid(${hash.slice(0, HASH_LETTERS)})`;
}

/** Whether an action says that the task is done: giving up does not. */
export function isCompletion(action: Action): boolean {
  if (action.type === 'answer') return action.terminal;
  return action.type === 'stop' && (action.status === 'success' || action.status === 'unspecified');
}

function placed(target: Target, size: Size | null): string {
  if (target.type === 'point') return pixels(target.point, size);
  const { type, ...rest } = target;
  return `${type} ${JSON.stringify(rest)}`;
}

function pixels(point: Point, size: Size | null): string {
  return (pixelOf(point, size) ?? [point.x, point.y]).join(', ');
}

/** The whole pixel that a point is on, off the screen as well; null where nobody knows. */
export function pixelOf(point: Point, size: Size | null): readonly [x: number, y: number] | null {
  if (size === null) return point.space === 'pixel' ? [Math.trunc(point.x), Math.trunc(point.y)] : null;
  const { pixel, resolved } = resolvePoint(point, size);
  if (pixel !== undefined) return pixel;
  return resolved === undefined ? null : [Math.trunc(resolved[0]), Math.trunc(resolved[1])];
}
