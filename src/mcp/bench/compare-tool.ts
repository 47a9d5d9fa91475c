import { z } from 'zod';
import { RunNameSchema } from '../../app/view/run-directory.js';
import { MOST_RUNS_TOGETHER } from '../../app/view/results-folder.js';
import { comparisonText } from '../../metrics/comparison/comparison-text.js';
import { ENGLISH_COMPARISON } from '../../metrics/comparison/english-comparison.js';
import type { ReportComparison, ReportPartsComparison } from '../../report/view/report-comparison.js';
import type { ReportIndex } from '../../report/view/report-index.js';
import { defineTool, type McpTool } from '../define-tool.js';
import { jsonAnswer } from '../tool-answer.js';
import type { BenchServices } from './bench-services.js';
import { LOOKS } from './looks-at-runs.js';

/** Tasks and settings that are listed of one comparison. */
const MOST_LISTED = 100;

/** Says how runs compare, in the words of `touchstone compare`. */
export function compareTool({ results }: Pick<BenchServices, 'results'>): McpTool {
  return defineTool({
    name: 'touchstone_compare_runs',
    description:
      'Compare runs task by task, the first with each other one: the conclusion in sentences, the difference with its interval, ' +
      'the settings that differ, and the tasks that came out differently.',
    annotations: LOOKS,
    arguments: { runs: z.array(RunNameSchema).min(2).max(MOST_RUNS_TOGETHER) },
    call: async ({ runs }) => {
      const index = await results.index(runs);
      const nameOf = (run: number): string => index.runs[run]?.id ?? '';
      return jsonAnswer({
        runs: index.runs.map(({ id, label, benchmark, agent, summary }) => ({
          run: id,
          label,
          benchmark,
          agent,
          success: summary.success,
        })),
        comparisons: [
          ...index.comparisons.map((comparison) => compared(index, comparison)),
          ...index.partComparisons.map((comparison) => comparedInParts(index, comparison)),
        ],
        uncompared: index.uncompared.map(({ run, why }) => ({ run: nameOf(run), why })),
        problems: index.problems,
      });
    },
  });
}

function compared(index: ReportIndex, comparison: ReportComparison): Readonly<Record<string, unknown>> {
  const { left, right, differing, changed, ...facts } = comparison;
  const [a, b] = [left, right].map((run) => index.runs[run]?.label ?? '') as [string, string];
  const { finding, meaning, caveats } = comparisonText({ ...facts, a, b }, ENGLISH_COMPARISON);
  return {
    ...pairOf(index, comparison),
    sentence: [finding, ...(meaning === null ? [] : [meaning]), ...caveats].join(' '),
    ...facts,
    ...lists(differing, changed),
  };
}

function comparedInParts(
  index: ReportIndex,
  comparison: ReportPartsComparison,
): Readonly<Record<string, unknown>> {
  const { table, tasks, differing, changed } = comparison;
  return {
    ...pairOf(index, comparison),
    sentence: table.notes.join(' '),
    tasks,
    parts: table.rows.map((cells) =>
      Object.fromEntries(cells.map(({ text }, column) => [table.columns[column]?.title ?? '', text])),
    ),
    ...lists(differing, changed),
  };
}

function pairOf(
  { runs }: ReportIndex,
  { left, right }: Pick<ReportComparison, 'left' | 'right'>,
): { readonly base: string; readonly other: string } {
  return { base: runs[left]?.id ?? '', other: runs[right]?.id ?? '' };
}

function lists(
  differing: ReportComparison['differing'],
  changed: ReportComparison['changed'],
): Readonly<Record<string, unknown>> {
  return {
    settings: differing.slice(0, MOST_LISTED).map(([path, base, other]) => ({ path, base, other })),
    changed: changed.slice(0, MOST_LISTED).map(({ item, left, right, difference, flipped }) => ({
      item,
      base: left,
      other: right,
      difference,
      flipped,
    })),
    // How many there are, however many are listed.
    changedTasks: changed.length,
  };
}
