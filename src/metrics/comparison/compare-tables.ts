import { explain } from '../../domain/text/glossary.js';
import { changedTasks } from './changed-tasks.js';
import type { RunComparison, Verdict } from './compare.js';
import { COMPARISON_LEVEL } from './comparison-level.js';
import { comparisonFacts, comparisonSentence } from './comparison-sentence.js';
import { comparisonText, metricName } from './comparison-text.js';
import { ENGLISH_COMPARISON, METRIC_WORDS } from './english-comparison.js';
import { endsOf, hitsCell } from '../tables/measured-cells.js';
import { notApplicableNote } from '../tables/measured-notes.js';
import type { ComparisonTest } from './paired-comparison.js';
import { percent } from '../tables/percent.js';
import { formatP, points, pointsRange } from '../tables/points.js';
import { groupColumns, numberColumns, textColumns } from '../tables/columns.js';
import type { Cell, Table } from '../tables/table.js';
import { given } from '../../domain/given.js';
import type { TaskScores } from '../task-scores.js';

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  a_better: 'A better',
  b_better: 'B better',
  not_shown: 'no difference shown',
  not_comparable: 'not comparable',
};

export const TEST_WORDS: Readonly<Record<ComparisonTest, string>> = {
  mcnemar: 'exact McNemar',
  student: "Student's, on the tasks' differences",
  weighted: "Student's, on the tasks' differences, weighted as in the metric",
  clustered: "Student's, on the items' differences, clustered by unit",
  sign: 'exact sign test',
};

/** One row per comparison, and under the table the conclusion of each. */
export function comparisonTable(comparisons: readonly RunComparison[]): Table {
  const isFamily = comparisons.length > 1;
  const rows = comparisons.map((comparison): Cell[] => {
    const { a, b, pairs, meanA, meanB, difference, interval, p, adjustedP, detectable, verdict } = comparison;
    return given([
      { text: a },
      { text: b },
      { text: String(pairs.length), value: pairs.length },
      { text: percent(meanA), value: meanA, items: pairs.flatMap((pair) => pair.a.items) },
      { text: percent(meanB), value: meanB, items: pairs.flatMap((pair) => pair.b.items) },
      { text: points(difference), value: difference },
      { text: pointsRange(interval), ...endsOf(interval) },
      isFamily && { text: pointsRange(comparison.simultaneous), ...endsOf(comparison.simultaneous) },
      { text: formatP(p), value: p },
      { text: formatP(adjustedP), value: adjustedP },
      { text: points(detectable, false), value: detectable },
      { text: VERDICT_WORDS[verdict] },
    ]);
  });
  const metrics = [...new Set(comparisons.map((comparison) => metricName(comparison, METRIC_WORDS)))];
  return {
    id: 'comparison',
    title: `Comparison of ${metrics.join(' and ') || 'runs'}, task by task`,
    columns: [
      ...textColumns('A', 'B'),
      ...numberColumns('Tasks', 'A (%)', 'B (%)'),
      ...groupColumns('Difference in points', 'B - A', '95 %', ...(isFamily ? ['Together'] : [])),
      ...numberColumns('p', 'p (Holm)', 'Detectable'),
      ...textColumns('Verdict'),
    ],
    rows,
    notes: [
      ...comparisons.map((comparison) => comparisonSentence(comparison, comparisons.length)),
      ...comparisons.flatMap(
        (comparison) =>
          comparisonText(comparisonFacts(comparison, comparisons.length), ENGLISH_COMPARISON).leftOut,
      ),
      testsNote(comparisons),
      explain('p', 'holm', 'detectable'),
      notApplicableNote(rows),
    ].filter((note) => note !== null),
  };
}

function testsNote(comparisons: readonly RunComparison[]): string {
  const tests = [...new Set(comparisons.map(({ test }) => test).filter((test) => test !== null))].sort();
  const named = tests.length === 0 ? '' : `Test: ${tests.map((test) => TEST_WORDS[test]).join('; ')}. `;
  const level = `level ${COMPARISON_LEVEL * 100} %`;
  if (comparisons.length < 2)
    return `${named}Holm's correction over ${comparisons.length === 1 ? 'one comparison' : '0 comparisons'}, ${level}.`;
  return `${named}Holm's correction over ${comparisons.length} comparisons, ${level}. 95 %: of each comparison by itself; together: intervals that hold for all of them at once.`;
}

export interface ChangedTasksOptions {
  /**
   * Describes where the attempts at a task differ first, or null where their steps are the same; the column is left out
   * without it.
   */
  readonly firstDifference?: (task: string) => string | null;
  /** Rows shown, the most important first; all when absent. */
  readonly limit?: number;
  /** What shows the rows beyond the limit, such as a flag. */
  readonly more?: string;
}

/** The tasks that came out differently, flipped ones first. */
export function changedTasksTable(comparison: RunComparison, options: ChangedTasksOptions = {}): Table {
  const changed = changedTasks(comparison);
  const flipped = changed.filter((task) => task.flipped);
  const shown = changed.slice(0, options.limit);
  const rows = shown.map(({ task, a, b, difference, flipped: isFlipped }): Cell[] =>
    given([
      { text: task },
      scoresCell(a, comparison.metric),
      scoresCell(b, comparison.metric),
      { text: points(difference), value: difference },
      { text: isFlipped ? (difference > 0 ? 'gained' : 'lost') : difference > 0 ? 'up' : 'down' },
      options.firstDifference !== undefined && { text: options.firstDifference(task) ?? 'same steps' },
    ]),
  );
  return {
    id: 'changed-tasks',
    title: `Tasks that changed from ${comparison.a} to ${comparison.b}`,
    columns: [
      ...textColumns('Task'),
      ...numberColumns(comparison.a, comparison.b, 'Points'),
      ...textColumns('Change'),
      ...(options.firstDifference === undefined ? [] : textColumns('First differing step')),
    ],
    rows,
    notes: [
      `${flipped.length} of ${comparison.pairs.length} tasks flipped (gained: mostly failed, then mostly passed; lost: ` +
        `the other way round); ${changed.length - flipped.length} more went up or down.`,
      ...(options.firstDifference === undefined ? [] : [`A: ${comparison.a}; B: ${comparison.b}.`]),
      ...(shown.length < changed.length ? [hiddenNote(changed.length - shown.length, options)] : []),
    ],
  };
}

function hiddenNote(hidden: number, { more }: ChangedTasksOptions): string {
  const rows = hidden === 1 ? '1 more row is' : `${hidden} more rows are`;
  return `${rows} not shown${more === undefined ? '' : `; ${more}`}.`;
}

/** `3/10` for success, percent for completion. */
function scoresCell({ values, mean, items }: TaskScores, metric: RunComparison['metric']): Cell {
  if (metric !== 'success') return { text: percent(mean), value: mean, items };
  const passed = values.reduce((sum, value) => sum + value, 0);
  return { ...hitsCell({ hit: passed, total: values.length }), value: mean, items };
}
