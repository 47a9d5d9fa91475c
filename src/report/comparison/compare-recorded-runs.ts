import type { Mode } from '../../domain/mode.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { changedTasks, type ChangedTask } from '../../metrics/comparison/changed-tasks.js';
import { compareRuns, type CompareOptions, type RunComparison } from '../../metrics/comparison/compare.js';
import {
  compareParts,
  type ComparedPart,
  type PartComparison,
} from '../../metrics/comparison/compare-parts.js';
import { partsComparisonTables } from '../../metrics/comparison/compare-parts-table.js';
import { partSentence } from '../../metrics/comparison/parts-sentence.js';
import { changedTasksTable, comparisonTable } from '../../metrics/comparison/compare-tables.js';
import { comparisonSentence } from '../../metrics/comparison/comparison-sentence.js';
import { identityTable, requireSameBenchmark } from '../../metrics/tables/identity-table.js';
import type { ResultRow } from '../../metrics/result-row.js';
import { summaryTable } from '../../metrics/summary.js';
import type { Table } from '../../metrics/tables/table.js';
import type { ComparedMetric } from '../../metrics/task-scores.js';
import { describeTaskDifference, firstDifferences, type TaskDifference } from './first-differences.js';

/** A run that was read, under the name it has in tables, with its results in one mode. */
export interface ComparableRun {
  readonly name: string;
  readonly index: RunIndex;
  readonly rows: readonly ResultRow[];
  /** What the run measures apart, where it does: such runs are compared part by part, and in nothing else. */
  readonly parts?: readonly ComparedPart[];
}

export interface CompareRecordedOptions extends Pick<CompareOptions, 'against' | 'margin' | 'target'> {
  readonly metric: ComparedMetric;
  /** Another number that is compared as well, a family of its own; nothing where absent. */
  readonly other?: ComparedMetric;
  /** Mode that the rows were scored in, for the heading. */
  readonly mode: Mode;
  /** Changed tasks whose steps are set side by side, per comparison; their rows are all that tables show. */
  readonly shownTasks: number;
  /** What shows more of them, such as a flag. */
  readonly moreTasks?: string;
  readonly signal?: AbortSignal;
}

/** Two runs compared, as a whole or in one part, and what to check. */
export interface ComparedPair {
  readonly comparison: RunComparison | PartComparison;
  readonly sentence: string;
  readonly changed: readonly ChangedTask[];
  /** By task; of the tasks shown. */
  readonly differences: ReadonlyMap<string, TaskDifference>;
  /** The changed tasks; null where none changed, and of parts, whose changed items stand in one table. */
  readonly table: Table | null;
}

export interface RecordedComparison {
  readonly pairs: readonly ComparedPair[];
  /** The pairs by the other number; changed tasks are told of the first alone. */
  readonly others: readonly ComparedPair[];
  /** The comparisons, each run's results, what differs between their identities, and the changed tasks of each comparison. */
  readonly tables: readonly Table[];
}

/**
 * Compares recorded runs task by task and says no more than the data allow. Runs that measure several things apart are
 * compared in each of them, never over all items together.
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
  return runs.some(({ parts }) => parts !== undefined)
    ? compareInParts(runs, identities, options)
    : compareAsWhole(runs, identities, options);
}

async function compareAsWhole(
  runs: readonly ComparableRun[],
  identities: Parameters<typeof identityTable>[0],
  options: CompareRecordedOptions,
): Promise<RecordedComparison> {
  const { mode } = options;
  const comparisons = compareRuns(runs, options);
  const changed = comparisons.map((comparison) => changedTasks(comparison));
  const differences = await differencesOf(runs, comparisons, changed, options);
  const pairs = comparisons.map((comparison, position): ComparedPair => {
    const found = differences[position] ?? NOT_FOUND;
    const tasks = changed[position] ?? [];
    return {
      comparison,
      sentence: comparisonSentence(comparison, comparisons.length),
      changed: tasks,
      differences: found,
      table: tasks.length === 0 ? null : changedTable(comparison, found, options),
    };
  });
  const [first] = runs;
  const benchmark = first?.index.start.identity.benchmark.name ?? '';
  const others = options.other === undefined ? [] : compareRuns(runs, { ...options, metric: options.other });
  return {
    pairs,
    others: others.map((comparison): ComparedPair => ({
      comparison,
      sentence: comparisonSentence(comparison, others.length),
      changed: changedTasks(comparison),
      differences: NOT_FOUND,
      table: null,
    })),
    tables: [
      comparisonTable(comparisons),
      ...(others.length === 0 ? [] : [{ ...comparisonTable(others), id: 'comparison-other' }]),
      summaryTable(
        runs.map(({ name, rows }) => ({ agent: name, rows })),
        { title: `Results on ${benchmark}, ${mode} mode` },
      ),
      identityTable(identities),
      ...pairs.map(({ table }) => table).filter((table) => table !== null),
    ],
  };
}

async function compareInParts(
  runs: readonly ComparableRun[],
  identities: Parameters<typeof identityTable>[0],
  options: CompareRecordedOptions,
): Promise<RecordedComparison> {
  const { metric, against = 'all' } = options;
  const comparisons = compareParts(
    runs.map(({ name, parts }) => ({ name, parts: parts ?? [] })),
    options,
  );
  // Of whole units the items that they consist of are listed, in the parts these belong to.
  const changed = comparisons.map((part) => (part.rowsAre === 'items' ? changedTasks(part) : []));
  const differences = await differencesOf(runs, comparisons, changed, options);
  // Only which items came out differently is taken from all of them together; nothing is tested there.
  const together = compareRuns(runs, { metric, against });
  const changedTogether = together.map((comparison) => changedTasks(comparison));
  const found = await differencesOf(runs, together, changedTogether, options);
  return {
    others: [],
    pairs: comparisons.map((comparison, position): ComparedPair => ({
      comparison,
      sentence: partSentence(comparison),
      changed: changed[position] ?? [],
      differences: differences[position] ?? NOT_FOUND,
      table: null,
    })),
    tables: [
      ...partsComparisonTables(comparisons),
      identityTable(identities),
      ...together.flatMap((comparison, position) =>
        changedTogether[position]?.length === 0
          ? []
          : [changedTable(comparison, found[position] ?? NOT_FOUND, options)],
      ),
    ],
  };
}

const NOT_FOUND: ReadonlyMap<string, TaskDifference> = new Map();

/** Where the attempts part, of the tasks that are shown; by comparison. */
async function differencesOf(
  runs: readonly ComparableRun[],
  comparisons: readonly RunComparison[],
  changed: readonly (readonly ChangedTask[])[],
  { shownTasks, signal }: CompareRecordedOptions,
): Promise<ReadonlyMap<string, TaskDifference>[]> {
  const byName = new Map(runs.map(({ name, index }) => [name, index]));
  return firstDifferences(
    comparisons.flatMap(({ a, b }, position) => {
      const [left, right] = [byName.get(a), byName.get(b)];
      if (left === undefined || right === undefined) return [];
      return [{ a: left, b: right, tasks: (changed[position] ?? []).slice(0, shownTasks) }];
    }),
    signal === undefined ? {} : { signal },
  );
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
