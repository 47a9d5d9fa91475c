import { given } from '../../../domain/given.js';
import { isVoided, itemKeyText } from '../../../domain/episode.js';
import { plural } from '../../../domain/text/plural.js';
import type { ItemResult } from '../../../domain/score.js';
import { meanCompletion } from '../../../metrics/mean-completion.js';
import { successRate } from '../../../metrics/rate.js';
import { resultRow } from '../../../metrics/result-row.js';
import { groupColumns, numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import { percentInterval } from '../../../metrics/tables/percent.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import { voidedNotes } from '../../stepwise/voided-notes.js';
import { rateCell, shareCell } from '../share-cells.js';
import { anomalyTable } from './anomaly-table.js';
import { breakdownTable } from './dynamic-breakdown.js';
import { milestoneTable } from './milestone-table.js';
import type { DynamicRow } from './dynamic-row.js';
import { dynamicDetailsOf, isUnjudged } from './score-dynamic-lens.js';

export interface DynamicTableOptions {
  readonly agent: string;
  /** `all, android, reference mode`. */
  readonly about: string;
  readonly published: boolean;
}

/** The best numbers of the paper, which belong to no one model. Source: AndroidLens paper, abstract. */
const BEST = { rate: 0.127, progress: 0.5047 } as const;

/** Result tables of runs on phones: success and progress, milestones as a tree, breakdowns, anomalies. */
export async function dynamicTables(
  results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
  options: DynamicTableOptions,
): Promise<readonly Table[]> {
  const all: ItemResult[] = [];
  const rows: DynamicRow[] = [];
  const without: ItemResult[] = [];
  for await (const result of results) {
    const details = dynamicDetailsOf(result.result);
    if (details?.of === 0) {
      without.push(result);
      continue;
    }
    all.push(result);
    if (details !== null && !isVoided(result.outcome)) rows.push({ result, details });
  }
  return [
    scoreTable(all, rows, without, options),
    milestoneTable(rows, options.agent),
    breakdownTable(rows, options.agent),
    anomalyTable(rows, options.agent),
  ].filter((table) => table !== null);
}

function scoreTable(
  all: readonly ItemResult[],
  rows: readonly DynamicRow[],
  without: readonly ItemResult[],
  { agent, about, published }: DynamicTableOptions,
): Table {
  const resultRows = all.map(resultRow);
  const rate = successRate(resultRows);
  const progress = meanCompletion(resultRows);
  const keys = rows.map(({ result }) => itemKeyText(result.key));
  const pooled = rows.flatMap(({ details }) => {
    const { milestones } = details;
    return milestones === null || milestones.some(({ met }) => met === null) ? [] : milestones;
  });
  const errors = rows.reduce((sum, { details }) => sum + (details.judgeErrors ?? 0), 0);
  const unjudged = all.filter(({ result }) => isUnjudged(result)).length;
  const ours: Cell[] = [
    { text: agent },
    { text: String(rate.n), value: rate.n, items: keys },
    { ...rateCell(rate.successes, rate.n), items: keys },
    { text: percentInterval(rate.interval, 2) },
    { ...shareCell(progress.value), items: keys },
    { text: percentInterval(progress.interval, 2) },
    rateCell(pooled.filter(({ met }) => met === true).length, pooled.length),
    { text: String(errors), value: errors },
  ];
  const empty = { text: '' };
  const theirs: Cell[] = [
    { text: 'best of the paper (published)' },
    empty,
    shareCell(BEST.rate),
    empty,
    shareCell(BEST.progress),
    empty,
    empty,
    empty,
  ];
  return {
    id: 'androidlens-dynamic',
    title: `AndroidLens dynamic, ${about}`,
    columns: [
      ...textColumns('Agent'),
      ...numberColumns('Tasks', 'SR', '95 %'),
      ...groupColumns('ATP', 'mean', '95 % ', 'pooled'),
      ...numberColumns('Judge errors'),
    ],
    rows: published ? [ours, theirs] : [ours],
    notes: given([
      'SR: tasks with all milestones completed [S]. ATP: completed milestones of all, mean over tasks [I]; pooled: over the milestones of all tasks together.',
      'Milestones are judged by a model: its error is not in the intervals.',
      errors > 0 &&
        `${plural(errors, 'question')} of the judge got no usable answer: in reference mode nothing is completed by them, in corrected mode what they may have completed is unknown.`,
      unjudged > 0 &&
        `${plural(unjudged, 'episode has', 'episodes have')} not been judged: \`touchstone judge RUN --judge androidlens\`, then \`touchstone score RUN\`.`,
      without.length > 0 &&
        `Without milestones and not counted: ${without.map(({ key }) => itemKeyText(key)).join(', ')}.`,
      published && 'The best success and the best progress of the paper [P] need not be of one model.',
      ...voidedNotes(all.filter(({ outcome }) => isVoided(outcome))),
    ]),
  };
}
