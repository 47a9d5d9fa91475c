import type { Mode } from '../../domain/mode.js';
import { sortRows, type Measured } from '../../metrics/tables/measured.js';
import { abilitiesTable } from '../../metrics/abilities/abilities-table.js';
import { abilityRate, type AbilityCount } from '../../metrics/abilities/ability-rate.js';
import { meanCompletion } from '../../metrics/mean-completion.js';
import { endsOf, wholeCell } from '../../metrics/tables/measured-cells.js';
import { percent } from '../../metrics/tables/percent.js';
import { successRate } from '../../metrics/rate.js';
import { ratesTable, type NamedMeasure } from '../../metrics/tables/rates-table.js';
import type { ResultRow } from '../../metrics/result-row.js';
import { textColumns, groupColumns, numberColumns } from '../../metrics/tables/columns.js';
import type { Cell, Column, Table } from '../../metrics/tables/table.js';
import { countAbilities, type TaggedMilestone } from '../../metrics/abilities/ability-counts.js';
import { PUBLISHED_ABILITIES, PUBLISHED_RATES, PUBLISHED_SHARES } from './published.js';

/** What the tables need of one item. */
export interface ColorbenchRow extends ResultRow {
  /** Apps the task spans; 1 is single-app. */
  readonly appCount: number;
  /** In the task's order. */
  readonly milestones: readonly TaggedMilestone[];
}

/** The results of one agent. */
export interface ColorbenchResults {
  readonly agent: string;
  readonly rows: readonly ColorbenchRow[];
  /** What this agent is given that others are not; shown next to its name. */
  readonly privilege?: string;
}

export interface ColorbenchTableOptions {
  readonly mode: Mode;
  /** Adds the paper's own rows below. */
  readonly published?: boolean;
}

const DIGITS = 2;

/** What the paper prints for an ability that was never called for. */
const NEVER = '-';

/** SR and CR of one part of the suite. */
interface PartRates {
  readonly name: string;
  readonly sr: Measured;
  readonly cr: Measured;
}

/**
 * The paper's Table 2 (SR and CR of single-app, cross-app and all tasks) and Table 5 (atomic capabilities), each followed
 * by a table that gives every number its n, 95 % interval, voided items and bounds.
 *
 * `reference`: SR over all tasks counts every planned task, the groups only those that could be judged, as the published
 * script does; so the groups need not add up. `corrected`: the same denominator everywhere.
 */
export function colorbenchTables(
  sets: readonly ColorbenchResults[],
  options: ColorbenchTableOptions,
): readonly Table[] {
  const agents = sets.map(({ agent, privilege, rows }) => ({
    name: privilege === undefined ? agent : `${agent} (${privilege})`,
    parts: partsOf(rows, options.mode),
    abilities: countAbilities(sortRows(rows).counted),
  }));
  const measures = agents.flatMap(({ name, parts }) =>
    parts.flatMap((part): NamedMeasure[] => [
      { agent: name, group: part.name, metric: 'SR', measured: part.sr },
      { agent: name, group: part.name, metric: 'CR', measured: part.cr },
    ]),
  );
  const rates = ratesTable(measures, {
    id: 'colorbench-rates',
    title: 'ColorBench: the numbers of Table 2',
    digits: DIGITS,
    notes:
      options.mode === 'reference'
        ? ['n of SR over all tasks: every planned task, unknown ones as failures.']
        : [],
  });
  const abilities = abilitiesTable(
    agents.map(({ name, abilities }) => ({ agent: name, abilities: inPaperOrder(abilities) })),
  );
  return [
    table2(agents, options),
    rates,
    table5(agents, options),
    { ...abilities, id: 'colorbench-abilities', title: 'ColorBench: the numbers of Table 5' },
  ];
}

function partsOf(rows: readonly ColorbenchRow[], mode: Mode): PartRates[] {
  const part = (
    name: string,
    members: readonly ColorbenchRow[],
    denominator: 'counted' | 'planned',
  ): PartRates => ({
    name,
    sr: successRate(members, { denominator }),
    cr: meanCompletion(members),
  });
  return [
    part(
      'single-app',
      rows.filter(({ appCount }) => appCount === 1),
      'counted',
    ),
    part(
      'cross-app',
      rows.filter(({ appCount }) => appCount > 1),
      'counted',
    ),
    part('all', rows, mode === 'reference' ? 'planned' : 'counted'),
  ];
}

function table2(
  agents: readonly { readonly name: string; readonly parts: readonly PartRates[] }[],
  { mode, published }: ColorbenchTableOptions,
): Table {
  const columns: Column[] = [
    ...textColumns('Baseline', 'Model'),
    ...['Single APP', 'Cross APP', 'Average'].flatMap((group): Column[] =>
      groupColumns(group, 'SR(%)', 'CR(%)'),
    ),
  ];
  const ours = agents.map(({ name, parts }): Cell[] => [
    { text: 'Touchstone' },
    { text: name },
    ...parts.flatMap(({ sr, cr }) => [sr, cr].map((measured) => wholeCell(measured, DIGITS))),
  ]);
  const theirs = PUBLISHED_RATES.map(([baseline, model, ...numbers]): Cell[] => [
    { text: `paper: ${baseline}` },
    { text: model },
    ...numbers.map(publishedCell),
  ]);
  const notes = [
    'SR: share of tasks with every milestone reached. CR: mean share of milestones reached.',
    mode === 'reference'
      ? 'SR of all tasks counts every planned task, as the published script does; the other columns those with a result.'
      : 'A task counts in every column or in none.',
    'n, intervals, voided items and bounds: next table.',
  ];
  return {
    id: 'colorbench-table-2',
    title: `ColorBench, layout of the paper's Table 2 (${mode})`,
    columns,
    rows: published === true ? [...ours, ...theirs] : ours,
    notes: published === true ? [...notes, PUBLISHED_NOTE] : notes,
  };
}

function table5(
  agents: readonly { readonly name: string; readonly abilities: readonly AbilityCount[] }[],
  { mode, published }: ColorbenchTableOptions,
): Table {
  const ours = agents.map(({ name, abilities }): Cell[] => [
    { text: name },
    ...PUBLISHED_ABILITIES.map((name): Cell => {
      const count = abilities.find(({ ability }) => ability === name);
      if (count === undefined) return { text: NEVER, value: null };
      const { value, interval, hit, total, items } = abilityRate(count);
      const text = percent(value, DIGITS);
      return { text, value, ...endsOf(interval), counts: [hit, total], items };
    }),
  ]);
  const theirs = PUBLISHED_SHARES.map(([model, shares]): Cell[] => [
    { text: `paper: ${model}` },
    ...shares.map((share) => (share === null ? { text: NEVER, value: null } : publishedCell(share))),
  ]);
  const notes = [
    `In percent. ${NEVER}: never called for, since runs failed before. hit/total and intervals: next table.`,
  ];
  return {
    id: 'colorbench-table-5',
    title: `ColorBench atomic capabilities, layout of the paper's Table 5 (${mode})`,
    columns: [...textColumns('Model'), ...numberColumns(...PUBLISHED_ABILITIES)],
    rows: published === true ? [...ours, ...theirs] : ours,
    notes: published === true ? [...notes, PUBLISHED_NOTE] : notes,
  };
}

const PUBLISHED_NOTE =
  'Rows marked "paper" are the published numbers; they were not measured here and come without intervals.';

function publishedCell(percentage: number): Cell {
  return { text: percentage.toFixed(DIGITS), value: percentage / 100 };
}

/** The 15 abilities in the paper's order, those never called for included, then any others. */
function inPaperOrder(abilities: readonly AbilityCount[]): AbilityCount[] {
  const named = PUBLISHED_ABILITIES.map(
    (name) =>
      abilities.find(({ ability }) => ability === name) ?? { ability: name, hit: 0, total: 0, byTask: [] },
  );
  const known: readonly string[] = PUBLISHED_ABILITIES;
  return [...named, ...abilities.filter(({ ability }) => !known.includes(ability))];
}
