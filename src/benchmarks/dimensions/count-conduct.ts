import type { Action, Target } from '../../domain/action.js';
import type { Trajectory } from '../../domain/trajectory.js';

/** What an episode says about following instructions. */
export interface ConductCounts {
  /** Actions that an earlier one of the episode was equal to. */
  readonly repeated: number;
  /** Actions that could have repeated one: all but the first, up to three equal ones in a row. */
  readonly repeatable: number;
  /** Actions that were done, and answers that nobody could read. */
  readonly actions: number;
  readonly formatErrors: number;
}

/**
 * Repetition and format errors of one episode.
 *
 * Source: SPHINX paper, instruction following (repetition, format error); reference code for where counting ends.
 * Deviation: actions are compared by their kind, text, key and position on the screen, not by attributes of elements, which
 * a journal does not hold; the direction of a swipe plays no part, as there.
 */
export function countConduct({ steps }: Trajectory): ConductCounts {
  const keys = steps.flatMap(({ action }) => (action === null ? [] : [repetitionKey(action)]));
  const formatErrors = steps.filter(({ formatError }) => formatError !== undefined).length;
  const counted = { actions: keys.length + formatErrors, formatErrors };
  const seen = new Set(keys.slice(0, 1));
  let repeated = 0;
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    if (seen.has(key)) repeated += 1;
    seen.add(key);
    if (index >= 2 && key === keys[index - 1] && key === keys[index - 2]) {
      return { ...counted, repeated, repeatable: index };
    }
  }
  return { ...counted, repeated, repeatable: Math.max(0, keys.length - 1) };
}

/** Equal for actions that do the same. */
function repetitionKey(action: Action): string {
  switch (action.type) {
    case 'tap':
    case 'long_press':
      return JSON.stringify([action.type, placeOf(action.target)]);
    case 'type':
      return JSON.stringify([action.type, action.text, placeOf(action.target)]);
    case 'swipe':
      return JSON.stringify([action.type, action.from?.resolved ?? action.from, placeOf(action.target)]);
    case 'key':
      return JSON.stringify([action.type, action.key]);
    case 'open_app':
      return JSON.stringify([action.type, action.app]);
    case 'open_url':
      return JSON.stringify([action.type, action.url]);
    default:
      return action.type;
  }
}

function placeOf(target: Target | undefined): unknown {
  if (target === undefined) return null;
  return target.type === 'point'
    ? (target.point.resolved ?? [target.point.x, target.point.y, target.point.space])
    : target;
}
