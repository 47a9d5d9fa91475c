import { abilityRate, type AbilityCount } from './ability-rate.js';
import { hitsCell, intervalCell } from '../tables/measured-cells.js';
import { notApplicableNote } from '../tables/measured-notes.js';
import { percent } from '../tables/percent.js';
import { groupColumns, textColumns } from '../tables/columns.js';
import type { Cell, Column, Table } from '../tables/table.js';

/** One agent's abilities, by milestones. */
export interface NamedAbilities {
  readonly agent: string;
  readonly abilities: readonly AbilityCount[];
}

/**
 * One row per ability, for one agent or several side by side: milestones reached of those called for, the share, its
 * interval. Abilities come in the order they are first given.
 */
export function abilitiesTable(sets: readonly NamedAbilities[]): Table {
  const names = [...new Set(sets.flatMap(({ abilities }) => abilities.map(({ ability }) => ability)))];
  const columns: Column[] = textColumns('Ability');
  for (const { agent } of sets) columns.push(...groupColumns(agent, 'AC (%)', 'hit/total', '95 %'));
  const rows = names.map((name): Cell[] => [
    { text: name },
    ...sets.flatMap(({ abilities }) => abilityCells(abilities.find(({ ability }) => ability === name))),
  ]);
  const clustered = sets.every(({ abilities }) => abilities.every(({ byTask }) => byTask !== undefined));
  const notes = [
    'AC: milestones of the ability that were reached, of those the agent got as far as. A low share shows where runs ' +
      'break off; a high one may come from few milestones.',
    clustered
      ? '95 % intervals: Clopper-Pearson over as many independent tries as the milestones are worth, by task; each by itself, not corrected for the number of rows.'
      : '95 % intervals: Clopper-Pearson, as if milestones of one task were independent; the truth is wider.',
    notApplicableNote(rows),
  ].filter((note) => note !== null);
  return { id: 'abilities', title: 'Atomic capabilities', columns, rows, notes };
}

function abilityCells(count: AbilityCount | undefined): Cell[] {
  const rate = abilityRate(count ?? { ability: '', hit: 0, total: 0 });
  return [
    { text: percent(rate.value), value: rate.value, items: rate.items },
    hitsCell(rate),
    intervalCell(rate),
  ];
}
