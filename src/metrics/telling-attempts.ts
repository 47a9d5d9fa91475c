import type { TaskPair } from './comparison/paired-comparison.js';

/** One attempt of each agent at a task, as item key texts. */
export interface TellingAttempts {
  readonly a: string;
  readonly b: string;
}

/**
 * The two attempts at a changed task that show best why it changed: the first repeat on which the agents differ the way the
 * task does, else the best attempt of the agent ahead with the worst of the other. Null for a task that did not change.
 */
export function tellingAttempts({ a, b, difference }: TaskPair): TellingAttempts | null {
  if (difference === 0) return null;
  const direction = Math.sign(difference);
  const valuesOfA = new Map(a.items.map((item, index) => [item, a.values[index]]));
  const repeat = b.items.find((item, index) => {
    const [left, right] = [valuesOfA.get(item), b.values[index]];
    return left !== undefined && right !== undefined && Math.sign(right - left) === direction;
  });
  if (repeat !== undefined) return { a: repeat, b: repeat };
  const [left, right] = [extremeItem(a, -direction), extremeItem(b, direction)];
  return left === null || right === null ? null : { a: left, b: right };
}

/** First item with the highest value, or with the lowest for a direction of -1. */
function extremeItem({ items, values }: TaskPair['a'], direction: number): string | null {
  let found: number | null = null;
  for (const [index, value] of values.entries()) {
    if (found === null || (value - (values[found] ?? 0)) * direction > 0) found = index;
  }
  return found === null ? null : (items[found] ?? null);
}
