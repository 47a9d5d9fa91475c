import type { Action, Target } from '../../domain/action.js';
import type { Point } from '../../domain/geometry.js';
import type { Trajectory, TrajectoryStep } from '../../domain/trajectory.js';

/** Where two attempts at one task part ways. */
export interface FirstDifference {
  /** Index of the first step that differs, from 0. */
  readonly step: number;
  /** Seen something else, done something else, or one of them had already ended. */
  readonly kind: 'screen' | 'action' | 'end';
  /** What each did there, short. */
  readonly a: string;
  readonly b: string;
}

const ENDED = 'ended';

/**
 * First step at which two trajectories differ: another state of the environment (or another screen, where states have no
 * names), or another action; null when they are the same. The agent's words and durations do not count.
 */
export function firstDifference(a: Trajectory, b: Trajectory): FirstDifference | null {
  const length = Math.max(a.steps.length, b.steps.length);
  for (let step = 0; step < length; step += 1) {
    const [left, right] = [a.steps[step], b.steps[step]];
    if (left === undefined || right === undefined) {
      return { step, kind: 'end', a: describe(left), b: describe(right) };
    }
    if (placeOf(left) !== placeOf(right))
      return { step, kind: 'screen', a: placeOf(left), b: placeOf(right) };
    if (signature(left) !== signature(right))
      return { step, kind: 'action', a: describe(left), b: describe(right) };
  }
  return null;
}

function placeOf(step: TrajectoryStep): string {
  return step.state ?? step.screen.id;
}

/** The action without what does not change what it does, members in a fixed order. */
function signature({ action, formatError }: TrajectoryStep): string {
  if (action === null) return formatError === undefined ? 'none' : 'unreadable';
  const { native, warnings: _, ...effect } = action;
  if (action.type === 'foreign') return canonical({ type: action.type, native });
  const aimed = 'target' in action && action.target !== undefined ? { target: aimOf(action.target) } : {};
  const moved =
    action.type === 'swipe'
      ? { from: positionOf(action.from), to: positionOf(action.to), at: positionOf(action.at) }
      : {};
  return canonical({ ...effect, ...aimed, ...moved });
}

/** What is touched: of a point only where it lies, however it was found. */
function aimOf(target: Target): unknown {
  return target.type === 'point' ? positionOf(target.point) : target;
}

/** In pixels where they are known. */
function positionOf(point: Point | undefined): readonly unknown[] | undefined {
  if (point === undefined) return undefined;
  const { x, y, space, resolved } = point;
  return resolved ?? (space === 'pixel' ? [x, y] : [x, y, space]);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${entries
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .join(',')}}`;
}

function describe(step: TrajectoryStep | undefined): string {
  if (step === undefined) return ENDED;
  if (step.action === null) return step.formatError === undefined ? 'did nothing' : 'unreadable answer';
  return describeAction(step.action);
}

/** An action in a few words, such as `tap (120, 640)` or `type "milk"`. */
function describeAction(action: Action): string {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      const { target } = action;
      if (target.type === 'point') return `${action.type} (${target.point.x}, ${target.point.y})`;
      if (target.type === 'element') return `${action.type} [${target.element}]`;
      return `${action.type} ${target.type}`;
    }
    case 'swipe':
      return action.direction === null ? 'swipe' : `swipe ${action.direction}`;
    case 'type':
      return `type ${JSON.stringify(action.text)}`;
    case 'key':
      return `key ${action.key}`;
    case 'open_app':
      return `open_app ${action.app}`;
    case 'answer':
      return `answer ${JSON.stringify(action.text)}`;
    case 'stop':
      return `stop ${action.status}`;
    default:
      return action.type;
  }
}
