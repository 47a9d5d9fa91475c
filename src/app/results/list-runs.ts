import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isVoided } from '../../domain/episode.js';
import { TouchstoneError } from '../../errors.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import { indexRun, isVoidEnd, type RunIndex } from '../../formats/run/run-index.js';
import { metricMean } from '../../metrics/metric-mean.js';
import { resultRow, type ResultRow } from '../../metrics/result-row.js';
import { isBeingWritten } from '../../formats/run/run-lock.js';
import { modelIds } from './agent-label.js';

/** One line of `touchstone list runs`. */
export interface RunLine {
  readonly id: string;
  readonly benchmark: string;
  readonly agent: string;
  /** Ids of the models it asks, in one text; empty where it asks none. */
  readonly model: string;
  readonly mode: string;
  readonly finished: number;
  readonly planned: number;
  /** Episodes that were judged, and passed. */
  readonly judged: number;
  readonly passed: number;
  readonly voided: number;
  /** The benchmark's main metric; null where it has none, or nothing of it was measured. */
  readonly main: { readonly name: string; readonly value: number } | null;
  readonly state: string;
  /** Id of the run that it is forked from; null for a run from the start. */
  readonly forkOf: string | null;
  readonly startedAt: string;
}

/** Runs in a folder, oldest first. A folder that cannot be read as a run is listed with the reason. */
export async function listRuns(folder: string): Promise<readonly RunLine[]> {
  let names: string[];
  try {
    names = (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name);
  } catch {
    // No runs folder yet: nothing was run.
    return [];
  }
  const lines: RunLine[] = [];
  for (const name of names) lines.push(await runLine(join(folder, name), name));
  return lines.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : 0));
}

async function runLine(directory: string, id: string): Promise<RunLine> {
  try {
    const index = await indexRun(directory);
    const { start, items } = index;
    return {
      id,
      benchmark: start.identity.benchmark.name,
      agent: start.identity.agent.name,
      model: modelIds(index),
      mode: start.identity.mode,
      finished: items.size,
      planned: start.planned,
      ...(await verdicts(index)),
      state: await stateOf(index),
      forkOf: start.identity.fork?.run ?? null,
      startedAt: start.at,
    };
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    const unknown = { benchmark: '', agent: '', model: '', mode: '', startedAt: '' };
    const none = { forkOf: null, finished: 0, planned: 0, judged: 0, passed: 0, voided: 0, main: null };
    return { id, ...unknown, ...none, state: `unreadable: ${error.code}` };
  }
}

/** What came of its episodes, by the newest scores that it holds. */
async function verdicts(index: RunIndex): Promise<Pick<RunLine, 'judged' | 'passed' | 'voided' | 'main'>> {
  const { mode } = index.start.identity;
  let judged = 0;
  let passed = 0;
  let voided = 0;
  const rows: ResultRow[] = [];
  try {
    for await (const one of readResults(index, mode)) {
      const { outcome, end, result } = one;
      rows.push(resultRow(one));
      if (outcome === 'not_run') continue;
      if (!isVoided(outcome)) judged += 1;
      // An episode that nobody has scored yet is not void.
      else if (isVoidEnd(end) || result.scores.length > 0) voided += 1;
      if (outcome === 'passed') passed += 1;
    }
  } catch (error) {
    // Its scores cannot be read: what its journal says still can.
    if (!(error instanceof TouchstoneError)) throw error;
    return {
      judged: 0,
      passed: 0,
      main: null,
      voided: [...index.items.values()].filter(({ end }) => isVoidEnd(end)).length,
    };
  }
  const main = metricMean(rows);
  const named = main === null || main.value === null ? null : { name: main.metric.name, value: main.value };
  return { judged, passed, voided, main: named };
}

/** How its last session ended, or whether one is under way. */
async function stateOf({ directory, status, stoppedBy }: RunIndex): Promise<string> {
  if (stoppedBy !== null) return `stopped: ${stoppedBy.code}`;
  if (status !== null) return status;
  const isWritten = await isBeingWritten(directory);
  return isWritten === null ? 'under way or killed' : isWritten ? 'under way' : 'killed';
}
