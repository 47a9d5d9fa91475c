import type { Mode } from '../../../domain/mode.js';
import type { Table } from '../../../metrics/tables/table.js';
import type { DimensionRows } from '../../dimensions/dimension-measures.js';
import type { DimensionRow } from '../../dimensions/dimension-row.js';
import { MODALITIES } from '../../dimensions/dimension.js';
import { measurePlanning, measureShare } from '../../dimensions/measure-dimension.js';
import { groupTable, type GroupNumber } from './group-tables.js';
import { categoriesOfApps, lengthsOfTasks, type Grouping } from './pair-groups.js';

export interface DimensionGroupOptions {
  readonly dataDirectory: string;
  readonly mode: Mode;
  /** Stands in titles: split and mode. */
  readonly part: string;
  readonly signal: AbortSignal;
}

/**
 * What was measured of pairs of task and app, by the category of their app and by the length of their recording: navigation,
 * planning and, of screens that belong to no task, grounding by category.
 *
 * @throws {DatasetError} when the list of apps is broken
 */
export async function dimensionGroupTables(
  { questions, navigation }: DimensionRows,
  { dataDirectory, mode, part, signal }: DimensionGroupOptions,
): Promise<Table[]> {
  const ofDimension = (name: string): DimensionRow[] =>
    questions.filter(({ dimension }) => dimension === name);
  const [planning, grounding] = [ofDimension('planning'), ofDimension('grounding')];
  if (navigation.length + planning.length + grounding.length === 0) return [];
  const pairs = [...navigation.map(({ solved }) => pairOf(solved)), ...planning.map(pairOf)];
  const categories = await categoriesOfApps(dataDirectory, { signal });
  const lengths = await lengthsOfTasks(dataDirectory, pairs, { signal });
  const tables = [categories, lengths].flatMap((grouping) => [
    groupTable(navigation, grouping, {
      ...named('navigation', grouping, part),
      numbers: [
        { title: 'SR', measure: (rows) => measureShare(rows.map(({ solved }) => solved))?.original ?? null },
        {
          title: 'ACP',
          measure: (rows) => measureShare(rows.map(({ completed }) => completed))?.original ?? null,
        },
      ],
      placeOf: ({ app, solved }) => ({ app, pair: pairOf(solved) }),
    }),
    groupTable(planning, grouping, {
      ...named('planning', grouping, part),
      numbers: byModality(planning, 'Perfect', (rows) => measurePlanning(rows, mode)?.perfect ?? null),
      placeOf: (row) => ({ app: row.app ?? '', pair: pairOf(row) }),
    }),
  ]);
  const grounded = groupTable(grounding, categories, {
    ...named('grounding', categories, part),
    numbers: byModality(grounding, 'Original', (rows) => measureShare(rows)?.original ?? null),
    placeOf: ({ app }) => ({ app: app ?? '', pair: null }),
  });
  return [...tables, grounded].filter((table) => table !== null);
}

function named(dimension: string, { name, title }: Grouping, part: string): { id: string; title: string } {
  return { id: `sphinx-${dimension}-by-${name}`, title: `SPHINX, ${dimension} by ${title} (${part})` };
}

/** The number apart for each modality that was asked. */
function byModality(
  rows: readonly DimensionRow[],
  title: string,
  measure: GroupNumber<DimensionRow>['measure'],
): GroupNumber<DimensionRow>[] {
  return MODALITIES.filter((modality) => rows.some((row) => row.modality === modality)).map((modality) => ({
    title: `${title}, ${modality}`,
    measure: (members) => measure(members.filter((row) => row.modality === modality)),
  }));
}

/** The pair in the name of an item of navigation, or of a recording's set. */
function pairOf({ dimension, key, set }: DimensionRow): string {
  const name = dimension === 'navigation' ? key.item : set;
  return name.slice(name.indexOf('/') + 1);
}
