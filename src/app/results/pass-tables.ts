import type { Mode } from '../../domain/mode.js';
import { PassScores } from '../../formats/run/scores/pass-scores.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { PassScoresTable } from '../../metrics/tables/pass-scores-table.js';
import type { Table } from '../../metrics/tables/table.js';

/** Scores of a run by additional passes (not the benchmark's own rules); no table where there are none. */
export async function passTables(
  index: RunIndex,
  { mode, signal }: { readonly mode: Mode; readonly signal: AbortSignal },
): Promise<readonly Table[]> {
  await using passes = await PassScores.open(index, mode, { signal });
  const scores = new PassScoresTable();
  for (const [text, { key }] of index.items) scores.add(key, await passes.of(text));
  const table = scores.table();
  return table === null ? [] : [table];
}
