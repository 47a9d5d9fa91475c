import type { Mode } from '../../../domain/mode.js';
import type { ItemResult } from '../../../domain/score.js';
import { ratesTable } from '../../../metrics/tables/rates-table.js';
import type { Table } from '../../../metrics/tables/table.js';
import { dimensionRows, measureDimensions, profileNumbers } from '../../dimensions/dimension-measures.js';
import { itemsTable, namedMeasures, profileTable } from '../../dimensions/profile-tables.js';

/** Tables of a suite's run in dimensions: the profile, every number with its interval, what was asked. */
export async function suiteDimensionTables(
  results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
  { agent, mode, suite }: { readonly agent: string; readonly mode: Mode; readonly suite: string },
): Promise<readonly Table[]> {
  const rows = await dimensionRows(results);
  const measures = measureDimensions(rows, mode);
  const title = `${suite} in dimensions`;
  return [
    profileTable(agent, profileNumbers(measures), { title: `${title}, ${mode} mode` }),
    ratesTable(namedMeasures(agent, measures), {
      id: 'dimension-rates',
      title: `${title}: the numbers, ${mode} mode`,
    }),
    ...(rows.questions.length === 0 ? [] : [itemsTable(rows.questions)]),
  ];
}
