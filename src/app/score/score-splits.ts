import { UserError } from '../../errors.js';
import type { SplitsDocument } from '../../formats/results/splits-document.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import type { ResultRow } from '../../metrics/result-row.js';
import { meanOverSplits, type SplitMean } from '../../metrics/split-mean.js';
import { meansOf, splitsTable, type AgentSplits } from '../../metrics/tables/splits-table.js';
import type { Table } from '../../metrics/tables/table.js';
import { BENCHMARKS } from '../../registry/benchmarks.js';
import { requireSplits, type SplitRun } from '../../report/comparison/split-groups.js';
import { runRates } from '../../report/summary/run-rates.js';
import { indexComparedRun, requireDistinctRuns, unfinishedNote } from '../compare/index-compared-run.js';
import { scoredRows } from '../results/ensure-scored.js';
import { agentLabel } from '../results/agent-label.js';
import { runNames } from '../results/run-names.js';

/** What runs on several splits came to. */
export interface ScoredSplits {
  readonly tables: readonly Table[];
  readonly document: SplitsDocument;
  /** What the reader should know, such as that a run is not finished. */
  readonly warnings: readonly string[];
}

interface ScoredSplit extends SplitRun {
  readonly index: RunIndex;
  readonly rows: readonly ResultRow[];
}

/**
 * Runs of one agent on several splits, or of several agents on several splits each, and their averages. Runs that nobody has
 * scored are scored first.
 *
 * @throws {SplitsDifferError} when the runs are no splits of one thing
 * @throws {UserError | DatasetError} when one cannot be read, or measures several things apart
 */
export async function scoreSplits(
  directories: readonly string[],
  options: {
    readonly dataDirectory: string | null;
    readonly workingDirectory: string;
    readonly signal: AbortSignal;
  },
): Promise<ScoredSplits> {
  const { signal, workingDirectory } = options;
  const indexes: RunIndex[] = [];
  for (const directory of directories) indexes.push(await indexComparedRun(directory, { signal }));
  requireDistinctRuns(indexes);
  const names = runNames(indexes);
  // Whether they belong together is known before any of them is scored.
  requireSplits(indexes.map(({ start }, at) => ({ name: names[at] ?? start.run, identity: start.identity })));
  const warnings: string[] = [];
  const runs: ScoredSplit[] = [];
  for (const [position, index] of indexes.entries()) {
    const { identity, run } = index.start;
    const name = names[position] ?? run;
    const note = unfinishedNote(index, name, workingDirectory);
    if (note !== null) warnings.push(note);
    const rows = await scoredRows(index, { ...options, mode: identity.mode });
    runs.push({ name, identity, index, rows });
  }
  const groups = requireSplits(runs);
  return { ...collate(groups), warnings };
}

function collate(groups: readonly (readonly ScoredSplit[])[]): Omit<ScoredSplits, 'warnings'> {
  const [[first] = []] = groups;
  if (first === undefined) throw new UserError('an average needs runs');
  const { benchmark, mode } = first.identity;
  const averages = BENCHMARKS.get(benchmark.name)?.splitAverages ?? [];
  const agents = groups.map((group): AgentSplits => ({
    agent: agentLabel(group[0]?.index ?? first.index),
    splits: group.map(({ identity, rows }) => ({ split: identity.benchmark.split, rows })),
  }));
  const tables = [
    splitsTable(agents, { title: `${benchmark.name} over its splits, ${mode} mode`, averages }),
  ];
  const document = {
    formatVersion: 1,
    benchmark: benchmark.name,
    mode,
    agents: agents.map(({ agent, splits }, position) => ({
      agent,
      splits: (groups[position] ?? []).map(({ identity, rows, index }) => ({
        split: identity.benchmark.split,
        run: index.start.run,
        directory: index.directory,
        rates: runRates(rows),
      })),
      means: meansOf(splits, averages).map(({ name, of }) => {
        const { success, main } = meanOverSplits(of);
        return {
          name,
          splits: of.map(({ split }) => split),
          success: ends(success),
          main: main === null ? null : ends(main),
        };
      }),
    })),
    tables,
  } satisfies SplitsDocument;
  return { tables, document };
}

function ends({
  value,
  interval,
  bounds,
}: SplitMean): SplitsDocument['agents'][number]['means'][number]['success'] {
  return {
    value,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    worst: bounds?.low ?? null,
    best: bounds?.high ?? null,
  };
}
