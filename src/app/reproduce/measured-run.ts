import { basename } from 'node:path';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { isVoided } from '../../domain/episode.js';
import type { TextOrigins } from '../../domain/prompts/prompt-source.js';
import type { RunIdentity } from '../../domain/run.js';
import { indexRun } from '../../formats/run/run-index.js';
import type { Table } from '../../metrics/tables/table.js';
import { callTables } from '../results/call-tables.js';
import { scoredRows } from '../results/ensure-scored.js';
import { plannedResults } from '../results/planned-results.js';
import { agentLabel } from '../results/agent-label.js';
import { openRunBenchmark, type OpenRunOptions } from '../run/run-benchmark.js';
import { readRunRequest } from '../run/run-settings-file.js';
import type { Settings } from '../settings/setting.js';

/** A run as a paper's table needs it: how it was asked for, what it is, the benchmark's own tables of it, and that of its calls. */
export interface MeasuredRun {
  /** Name of its folder. */
  readonly name: string;
  readonly directory: string;
  readonly identity: RunIdentity;
  readonly identityHash: string;
  readonly settings: Settings;
  /** Where its official prompts were read; empty where there are none. */
  readonly promptOrigins: TextOrigins;
  readonly tables: readonly Table[];
  /** Items of the benchmark's part that was opened, chosen or not. */
  readonly items: number;
  /** Episodes: all that the run was to do, those that were judged, and those that were voided. */
  readonly planned: number;
  readonly judged: number;
  readonly voided: number;
}

/**
 * Reads a run, scores what nobody has scored yet, and has its benchmark make its tables in the run's own mode.
 *
 * @throws {UserError | DatasetError} for a folder that is no run, and data that are not there or are others
 */
export async function measureRun(directory: string, options: OpenRunOptions): Promise<MeasuredRun> {
  const { signal } = options;
  const index = await indexRun(directory, { signal });
  const { identity, identityHash, operation, planned } = index.start;
  const { settings } = await readRunRequest(directory, signal);
  await using benchmark = await openRunBenchmark(directory, options);
  const { mode } = identity;
  const rows = await scoredRows(index, { mode, benchmark, signal });
  const scored = await indexRun(directory, { signal });
  const agent = agentLabel(scored);
  const tables = await benchmark.scorer.tables(plannedResults(scored, benchmark, { mode, signal }), {
    agent,
    mode,
    identity,
  });
  const judged = rows.filter(({ outcome }) => outcome !== 'not_run' && !isVoided(outcome)).length;
  const voided = rows.filter(({ outcome }) => outcome !== 'not_run' && isVoided(outcome)).length;
  const items = await countItems(benchmark);
  const name = basename(directory);
  return {
    name,
    directory,
    identity,
    identityHash,
    settings,
    promptOrigins: operation.promptOrigins ?? {},
    tables: [...tables, ...callTables(scored, agent)],
    items,
    planned,
    judged,
    voided,
  };
}

async function countItems({ items }: Benchmark): Promise<number> {
  let count = 0;
  for await (const _ of items.list()) count += 1;
  return count;
}
