import { meanCompletion } from '../../../metrics/mean-completion.js';
import { wholeCell } from '../../../metrics/tables/measured-cells.js';
import { successRate } from '../../../metrics/rate.js';
import { ratesTable, type NamedMeasure } from '../../../metrics/tables/rates-table.js';
import type { ResultRow } from '../../../metrics/result-row.js';
import { textColumns, groupColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Column, Table } from '../../../metrics/tables/table.js';
import { PUBLISHED_RATES } from './published.js';

/** The results of one agent with one kind of observation. */
export interface SphinxResults {
  readonly agent: string;
  /** What the agent was shown, such as `Text` or `Vision`. */
  readonly modality: string;
  /** Items of user tasks, one per (task, app). */
  readonly rows: readonly ResultRow[];
  /** Recordings that no task file names: none of the paper's user tasks. */
  readonly others?: readonly ResultRow[];
  /** What this agent is given that others are not; shown next to its name. */
  readonly privilege?: string;
}

export interface SphinxTableOptions {
  /** Items the numbers are about, such as `244 user tasks`; stands in the title. */
  readonly split?: string;
  /** Adds the paper's own rows below. */
  readonly published?: boolean;
}

/** Stands where the paper has testing tasks, which were never released. */
export const UNRELEASED: Cell = { text: '-', value: null };

/** Columns of the paper's Table 4. */
export const TABLE_4_COLUMNS: readonly Column[] = [
  ...textColumns('Modality', 'Model'),
  ...['User Tasks', 'Testing Tasks', 'All Tasks'].flatMap((group) =>
    groupColumns(group, 'SR (%)', 'ACP (%)'),
  ),
];

/**
 * The paper's Table 4 (SR and ACP by modality and model), followed by a table that gives every number its n, 95 %
 * interval, voided items and bounds.
 */
export function sphinxTables(
  sets: readonly SphinxResults[],
  options: SphinxTableOptions = {},
): readonly Table[] {
  const agents = sets.map(({ agent, modality, rows, others = [], privilege }) => ({
    name: privilege === undefined ? agent : `${agent} (${privilege})`,
    modality,
    others,
    sr: successRate(rows),
    acp: meanCompletion(rows),
  }));
  const ours = agents.map(({ name, modality, sr, acp }): Cell[] => [
    { text: modality },
    { text: name },
    wholeCell(sr),
    wholeCell(acp),
    UNRELEASED,
    UNRELEASED,
    UNRELEASED,
    UNRELEASED,
  ]);
  const theirs = publishedTable4();
  const notes = [
    'SR: share of items with every evaluator satisfied. ACP: mean share of evaluators satisfied.',
    '-: testing tasks were never released, so neither they nor all tasks together can be measured.',
    'n, intervals, voided items and bounds: next table.',
  ];
  const published = options.published === true;
  const unnamed = Math.max(0, ...agents.map(({ others }) => others.length));
  if (unnamed > 0) {
    notes.push(
      `${unnamed} recordings are named by no task file: they are no user tasks, and stand in the next table alone.`,
    );
  }
  const table4: Table = {
    id: 'sphinx-table-4',
    title: `SPHINX, layout of the paper's Table 4${options.split === undefined ? '' : ` (${options.split})`}`,
    columns: TABLE_4_COLUMNS,
    rows: published ? [...ours, ...theirs] : ours,
    notes: published ? [...notes, PUBLISHED_NOTE] : notes,
  };
  const measures = agents.flatMap(({ name, modality, sr, acp, others }): NamedMeasure[] => {
    const unnamedOnes = `${modality}, in no task file`;
    return [
      { agent: name, group: modality, metric: 'SR', measured: sr },
      { agent: name, group: modality, metric: 'ACP', measured: acp },
      ...(others.length === 0
        ? []
        : [
            { agent: name, group: unnamedOnes, metric: 'SR', measured: successRate(others) },
            { agent: name, group: unnamedOnes, metric: 'ACP', measured: meanCompletion(others) },
          ]),
    ];
  });
  return [table4, ratesTable(measures, { id: 'sphinx-rates', title: 'SPHINX: the numbers of Table 4' })];
}

/** The paper's own rows of Table 4. */
export function publishedTable4(): Cell[][] {
  return PUBLISHED_RATES.map(([modality, model, ...numbers]): Cell[] => [
    { text: modality },
    { text: `paper: ${model}` },
    ...numbers.map((number): Cell => ({ text: number.toFixed(1), value: number / 100 })),
  ]);
}

const PUBLISHED_NOTE =
  'Rows marked "paper" are the published numbers; they were not measured here and come without intervals.';
