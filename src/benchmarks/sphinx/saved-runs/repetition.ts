import type { RecordedAction } from './native-action.js';

/** What must be equal, besides the type, for two touches of an element to be the same step. */
const SAME_ELEMENT = ['resource-id', 'class', 'text', 'content-desc', 'bounds'] as const;

/** Steps of a run that did again what an earlier step did. */
export interface RepetitionCount {
  readonly repeated: number;
  /** Steps that could have repeated one: all but the first, up to the end of counting. */
  readonly total: number;
}

/**
 * How often a run repeated itself. Counting stops behind three equal steps in a row, where the environment ends a run.
 * The direction of a swipe plays no part.
 *
 * Source: SPHINX paper, instruction following (repetition); reference code.
 * Deviation: the reference code breaks on actions by coordinates; they are compared by their coordinates.
 */
export function countRepetitions(actions: readonly RecordedAction[]): RepetitionCount {
  const keys = actions.map(repetitionKey);
  const seen = new Set(keys.slice(0, 1));
  let repeated = 0;
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    if (seen.has(key)) repeated += 1;
    seen.add(key);
    if (index >= 2 && key === keys[index - 1] && key === keys[index - 2]) return { repeated, total: index };
  }
  return { repeated, total: Math.max(0, keys.length - 1) };
}

/**
 * Index of the action after which the environment ends a run, the last of three equal ones in a row; null when it does
 * not. Equal means something else than in `countRepetitions`: the same fields, and of elements only their bounds.
 *
 * Source: SPHINX reference code, environment.
 */
export function earlyStopAfter(actions: readonly RecordedAction[]): number | null {
  const keys = actions.map(earlyStopKey);
  const third = keys.findIndex(
    (key, index) => index >= 2 && key === keys[index - 1] && key === keys[index - 2],
  );
  return third < 0 ? null : third;
}

/** Equal for actions that count as the same step. */
function repetitionKey(action: RecordedAction): string {
  if (!('element' in action || 'coords' in action)) return action.type;
  const { element, coords } = action;
  const place = element ? SAME_ELEMENT.map((name) => element[name] ?? null) : { coords };
  return JSON.stringify([action.type, action.type === 'input' ? action.message : null, place]);
}

/** Equal for actions three of which end a run. */
function earlyStopKey(action: RecordedAction): string {
  if (!('element' in action || 'coords' in action)) return action.type;
  const fields = Object.entries(action).flatMap(([name, value]) => (value == null ? [] : [name]));
  const message = action.type === 'input' ? action.message : null;
  return JSON.stringify([action.type, fields.toSorted(), message, action.element?.['bounds'], action.coords]);
}
