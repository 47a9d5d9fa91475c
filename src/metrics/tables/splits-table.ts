import { explain } from '../../domain/text/glossary.js';
import { mainMetricOf } from '../metric-mean.js';
import { sortRows } from './measured.js';
import { meanOverSplits, type SplitMean, type SplitRows } from '../split-mean.js';
import { groupColumns, textColumns } from './columns.js';
import { endsOf } from './measured-cells.js';
import { metricSentence } from './metric-words.js';
import { notApplicableNote } from './measured-notes.js';
import { percent, percentInterval } from './percent.js';
import type { Cell, Table } from './table.js';
import { itemKeyText } from '../../domain/episode.js';

/** One agent on several splits. */
export interface AgentSplits {
  readonly agent: string;
  readonly splits: readonly SplitRows[];
}

/** A mean that a benchmark's paper prints, over splits of these names. */
export interface NamedSplits {
  /** `mean of the 3 splits out of domain`. */
  readonly name: string;
  readonly splits: readonly string[];
}

/** Two decimals, as papers print such averages. */
const DIGITS = 2;

/**
 * Each split of each agent, and below them the means that the paper prints of which every split is there, and the plain mean
 * of all.
 */
export function splitsTable(
  agents: readonly AgentSplits[],
  { title, averages = [] }: { readonly title: string; readonly averages?: readonly NamedSplits[] },
): Table {
  const all = agents.flatMap(({ splits }) => splits);
  const name = all.flatMap(({ rows }) => mainMetricOf(rows)?.name ?? [])[0];
  const rows = agents.flatMap(({ agent, splits }): Cell[][] =>
    [...splits.map((one) => ({ name: one.split, of: [one] })), ...meansOf(splits, averages)].map((line) =>
      lineOf(agent, line, name !== undefined),
    ),
  );
  const numbers = ['%', '95 %', 'Bounds'];
  return {
    id: 'splits',
    title,
    columns: [
      ...textColumns('Agent', 'Split'),
      ...groupColumns('Success', ...numbers, 'n'),
      ...(name === undefined ? [] : groupColumns(name, ...numbers)),
    ],
    rows,
    notes: [
      'Each split weighs the same in a mean. Its interval takes tasks as the independent units, since test sets may share some.',
      ...metricNotes(all),
      explain('n', 'bounds'),
      notApplicableNote(rows),
    ].filter((note) => note !== null),
  };
}

/** The means of the paper that are of fewer splits and of which all are there, and the mean of all splits. */
export function meansOf(
  splits: readonly SplitRows[],
  averages: readonly NamedSplits[],
): readonly SplitLine[] {
  if (splits.length < 2) return [];
  const named = averages.flatMap(({ name, splits: wanted }): SplitLine[] => {
    const of = splits.filter(({ split }) => wanted.includes(split));
    const isPart = of.length === wanted.length && of.length < splits.length;
    return isPart ? [{ name, of }] : [];
  });
  return [...named, { name: `mean of the ${splits.length} splits`, of: splits }];
}

/** A line of the table: one split, or a mean over some. */
interface SplitLine {
  readonly name: string;
  readonly of: readonly SplitRows[];
}

function lineOf(agent: string, { name, of }: SplitLine, hasMain: boolean): Cell[] {
  const { success, main } = meanOverSplits(of);
  const items = of.length === 1 ? of.flatMap(({ rows }) => sortRows(rows).counted) : null;
  return [
    { text: agent },
    { text: name },
    ...numberCells(success),
    items === null
      ? { text: '' }
      : { text: String(items.length), value: items.length, items: items.map(({ key }) => itemKeyText(key)) },
    ...(hasMain ? numberCells(main ?? { value: null, interval: null, bounds: null }) : []),
  ];
}

function numberCells({ value, interval, bounds }: SplitMean): Cell[] {
  const ends = (range: SplitMean['interval']): Cell => ({ text: percentInterval(range), ...endsOf(range) });
  return [{ text: percent(value, DIGITS), value }, ends(interval), ends(bounds)];
}

/** What the metric is, of each split where they average it differently. */
function metricNotes(splits: readonly SplitRows[]): string[] {
  const named = new Map<string, Set<string>>();
  for (const { split, rows } of splits) {
    const metric = mainMetricOf(rows);
    if (metric === null) continue;
    const grouped = metric.average === 'group_mean' ? ' Success is averaged over the same groups.' : '';
    const sentence = `${metricSentence(metric)}${grouped}`;
    named.set(sentence, (named.get(sentence) ?? new Set()).add(split));
  }
  if (named.size < 2) return [...named.keys()];
  return [...named].map(([sentence, of]) => `Of ${[...of].join(', ')}: ${sentence}`);
}
