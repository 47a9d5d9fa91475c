import type { Mode } from '../../domain/mode.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { changedTasks } from '../../metrics/changed-tasks.js';
import type { ChangedTask } from '../../metrics/changed-tasks.js';
import { compareRuns } from '../../metrics/compare.js';
import type { RunComparison } from '../../metrics/compare.js';
import { changedTasksTable, comparisonTable } from '../../metrics/compare-tables.js';
import { comparisonSentence } from '../../metrics/comparison-sentence.js';
import { identityTable, requireSameBenchmark } from '../../metrics/identity-table.js';
import type { ResultRow } from '../../metrics/result-row.js';
import { summaryTable } from '../../metrics/summary.js';
import type { Table } from '../../metrics/table.js';
import type { ComparedMetric } from '../../metrics/task-scores.js';
import { describeTaskDifference, firstDifferences } from './first-differences.js';
import type { TaskDifference } from './first-differences.js';

/** A run that was read, under the name it has in tables, with its results in one mode. */
export interface ComparableRun {
  readonly name: string;
  readonly index: RunIndex;
  readonly rows: readonly ResultRow[];
}

export interface CompareRecordedOptions {
  readonly metric: ComparedMetric;
  readonly against: 'all' | 'first';
  /** Mode that the rows were scored in, for the heading. */
  readonly mode: Mode;
  /** Changed tasks whose steps are set side by side, per comparison; their rows are all that tables show. */
  readonly shownTasks: number;
  /** What shows more of them, such as a flag. */
  readonly moreTasks?: string;
  readonly signal?: AbortSignal;
}

/** Two runs compared, and what to look at. */
export interface ComparedPair {
  readonly comparison: RunComparison;
  readonly sentence: string;
  readonly changed: readonly ChangedTask[];
  /** By task; of the tasks shown. */
  readonly differences: ReadonlyMap<string, TaskDifference>;
  /** The changed tasks; null where none changed. */
  readonly table: Table | null;
}

export interface RecordedComparison {
  readonly pairs: readonly ComparedPair[];
  /** Each run's results, what differs between their identities, the comparisons, and the changed tasks of each. */
  readonly tables: readonly Table[];
}

/**
 * Compares recorded runs task by task and says no more than the data allow.
 *
 * @throws {RunsNotComparableError} when they ran different benchmarks or data
 * @throws {JournalDamagedError} when a journal contradicts itself
 */
export async function compareRecordedRuns(
  runs: readonly ComparableRun[],
  options: CompareRecordedOptions,
): Promise<RecordedComparison> {
  const identities = runs.map(({ name, index }) => ({ name, identity: index.start.identity }));
  requireSameBenchmark(identities);
  const { metric, against, mode, shownTasks } = options;
  const comparisons = compareRuns(runs, { metric, against });
  const changed = comparisons.map((comparison) => changedTasks(comparison));
  const byName = new Map(runs.map(({ name, index }) => [name, index]));
  const differences = await firstDifferences(
    comparisons.flatMap(({ a, b }, position) => {
      const [left, right] = [byName.get(a), byName.get(b)];
      if (left === undefined || right === undefined) return [];
      return [{ a: left, b: right, tasks: (changed[position] ?? []).slice(0, shownTasks) }];
    }),
    options.signal === undefined ? {} : { signal: options.signal },
  );
  const pairs = comparisons.map((comparison, position): ComparedPair => {
    const found = differences[position] ?? new Map<string, TaskDifference>();
    const tasks = changed[position] ?? [];
    return {
      comparison,
      sentence: comparisonSentence(comparison),
      changed: tasks,
      differences: found,
      table: tasks.length === 0 ? null : changedTable(comparison, found, options),
    };
  });
  const [first] = runs;
  const benchmark = first?.index.start.identity.benchmark.name ?? '';
  return {
    pairs,
    tables: [
      summaryTable(
        runs.map(({ name, rows }) => ({ agent: name, rows })),
        { title: `Results on ${benchmark}, ${mode} mode` },
      ),
      identityTable(identities),
      comparisonTable(comparisons),
      ...pairs.map(({ table }) => table).filter((table) => table !== null),
    ],
  };
}

function changedTable(
  comparison: RunComparison,
  differences: ReadonlyMap<string, TaskDifference>,
  { shownTasks, moreTasks }: CompareRecordedOptions,
): Table {
  const repeated = comparison.pairs.some(({ a, b }) => a.values.length > 1 || b.values.length > 1);
  return changedTasksTable(comparison, {
    limit: shownTasks,
    ...(moreTasks === undefined ? {} : { more: moreTasks }),
    firstDifference: (task) => {
      const found = differences.get(task);
      return found === undefined ? 'steps not found' : describeTaskDifference(found, { repeated });
    },
  });
}
