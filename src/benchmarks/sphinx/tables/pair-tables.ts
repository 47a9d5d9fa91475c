import { meanCompletion } from '../../../metrics/mean-completion.js';
import { successRate } from '../../../metrics/rate.js';
import type { ResultRow } from '../../../metrics/result-row.js';
import type { Table } from '../../../metrics/tables/table.js';
import { groupTable } from './group-tables.js';
import { categoriesOfApps, lengthsOfTasks } from './pair-groups.js';

/**
 * SR and ACP of pairs by the category of their app, and by the length of their recording.
 *
 * @throws {DatasetError} when the list of apps is broken
 */
export async function pairTables(
  rows: readonly ResultRow[],
  {
    dataDirectory,
    part,
    signal,
  }: { readonly dataDirectory: string; readonly part: string; readonly signal: AbortSignal },
): Promise<Table[]> {
  const numbers = [
    { title: 'SR', measure: successRate },
    { title: 'ACP', measure: meanCompletion },
  ];
  const pairs = rows.map(({ key }) => key.item);
  const groupings = [
    await categoriesOfApps(dataDirectory, { signal }),
    await lengthsOfTasks(dataDirectory, pairs, { signal }),
  ];
  return groupings.flatMap((grouping) => {
    const table = groupTable(rows, grouping, {
      id: `sphinx-by-${grouping.name}`,
      title: `SPHINX by ${grouping.title} (${part})`,
      numbers,
      placeOf: ({ key }) => ({ app: key.item.slice(key.item.indexOf('/') + 1), pair: key.item }),
    });
    return table === null ? [] : [table];
  });
}
