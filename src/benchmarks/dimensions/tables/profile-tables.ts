import { endsOf, wholeCell } from '../../../metrics/tables/measured-cells.js';
import type { NamedMeasure } from '../../../metrics/tables/rates-table.js';
import { percent } from '../../../metrics/tables/percent.js';
import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import { DIMENSION_TITLES } from '../dimension.js';
import type { DimensionMeasures, ProfileNumber } from '../dimension-measures.js';
import { kindsText } from '../kinds-text.js';
import type { DimensionRow } from '../dimension-row.js';
import type { Scored } from '../measure-dimension.js';

/** One number for each dimension, of one agent. */
export function profileTable(
  agent: string,
  numbers: readonly ProfileNumber[],
  options: { readonly title: string },
): Table {
  return {
    id: 'dimension-profile',
    title: options.title,
    columns: [...textColumns('Dimension', 'Shown', 'Share of'), ...numberColumns(agent, '95 %')],
    rows: numbers.map(({ dimension, modality, what, open, measured }): Cell[] => [
      { text: DIMENSION_TITLES[dimension] },
      { text: modality ?? '' },
      { text: what, ...endsOf(open) },
      wholeCell(measured),
      {
        text:
          measured.interval === null
            ? 'n/a'
            : `${percent(measured.interval.low)}–${percent(measured.interval.high)}`,
        ...endsOf(measured.interval),
      },
    ]),
    notes: ['In percent, of replies as they were given. Dimensions that were not asked are not here.'],
  };
}

/** Every number of the dimensions, spelt out for a table of rates. */
export function namedMeasures(agent: string, measures: DimensionMeasures): NamedMeasure[] {
  const { goal, knowledge, planning, grounding, instructions, navigation } = measures;
  const named: NamedMeasure[] = [];
  const add = (group: string, scored: Scored | null): void => {
    if (scored === null) return;
    named.push({ agent, group, metric: 'original', measured: scored.original });
    if (scored.repaired !== null) {
      named.push({ agent, group, metric: 'repaired', measured: scored.repaired });
    }
  };
  add('goal', goal);
  add('knowledge', knowledge);
  for (const [modality, planned] of planning) {
    for (const metric of ['continue', 'stop', 'perfect'] as const) {
      named.push({ agent, group: `planning, ${modality}`, metric, measured: planned[metric] });
    }
  }
  for (const [modality, grounded] of grounding) add(`grounding, ${modality}`, grounded);
  add('instructions', instructions);
  if (navigation !== null) {
    named.push({ agent, group: 'navigation', metric: 'SR', measured: navigation.success });
    named.push({ agent, group: 'navigation', metric: 'ACP', measured: navigation.completion });
  }
  return named;
}

/** What was asked: sets, items, how many were answered or voided, and what is right how often. */
export function itemsTable(rows: readonly DimensionRow[]): Table {
  const groups = new Map<string, DimensionRow[]>();
  for (const row of rows) {
    const name = `${row.dimension}\n${row.modality ?? ''}`;
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [row]);
    else known.push(row);
  }
  return {
    id: 'dimension-items',
    title: 'Items',
    columns: [
      ...textColumns('Dimension', 'Shown'),
      ...numberColumns('Sets', 'Items', 'Judged', 'Voided', 'Not run', 'Repairs'),
      ...textColumns('Right is'),
    ],
    rows: [...groups].map(([name, members]) => itemsRow(name, members)),
    notes: [
      'Sets: questions, tasks whose screens are judged, screens to act on; each has one or more items. Voided: the screen is missing, or a call failed for good. Repairs: replies that a repairing model was asked about.',
    ],
  };
}

function itemsRow(name: string, rows: readonly DimensionRow[]): Cell[] {
  const [dimension = '', modality = ''] = name.split('\n');
  const judged = rows.filter(({ original }) => original !== null);
  const notRun = rows.filter(({ outcome }) => outcome === 'not_run');
  const number = (value: number): Cell => ({ text: String(value), value });
  return [
    { text: dimension },
    { text: modality },
    number(new Set(rows.map(({ set }) => set)).size),
    number(rows.length),
    number(judged.length),
    number(rows.length - judged.length - notRun.length),
    number(notRun.length),
    number(rows.filter(({ details }) => details?.asked === true).length),
    { text: kindsOf(judged) },
  ];
}

function kindsOf(rows: readonly DimensionRow[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of rows) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return kindsText(counts);
}
