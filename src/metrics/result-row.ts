import type { ItemKey, Outcome } from '../domain/episode.js';
import type { ItemMetric } from '../domain/scores/main-metric.js';
import type { ItemResult } from '../domain/score.js';

/** What metrics keep of an item: enough to compute from and to find it again, small enough for any number of items. */
export interface ResultRow {
  readonly key: ItemKey;
  readonly outcome: Outcome;
  /** Share of the task done, 0–1; null where it could not be measured. */
  readonly completion: number | null;
  readonly steps: number;
  /** Its part of the benchmark's main metric; absent where it was not scored, or there is none. */
  readonly metric?: ItemMetric;
}

/** The small row of a result. */
export function resultRow({ key, outcome, steps, result }: ItemResult): ResultRow {
  const { completion, metric } = result;
  return { key, outcome, steps, completion, ...(metric === undefined ? {} : { metric }) };
}

/** Reads results one by one and keeps only what `keep` makes of each. */
export async function collectRows<T>(
  results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
  keep: (result: ItemResult) => T,
): Promise<T[]> {
  const rows: T[] = [];
  for await (const result of results) rows.push(keep(result));
  return rows;
}
