import type { ItemKey, Outcome } from '../domain/episode.js';
import type { ItemResult } from '../domain/score.js';

/** What metrics keep of an item: enough to compute from and to find it again, small enough for any number of items. */
export interface ResultRow {
  readonly key: ItemKey;
  readonly outcome: Outcome;
  /** Share of the task done, 0–1; null where it could not be measured. */
  readonly completion: number | null;
  readonly steps: number;
}

/** The small row of a result. */
export function resultRow({ key, outcome, steps, result }: ItemResult): ResultRow {
  return { key, outcome, steps, completion: result.completion };
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
