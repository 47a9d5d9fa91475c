import { textColumns, numberColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import type { BenchmarkItem } from '../../benchmark.js';
import { DIMENSION_TITLES, DIMENSIONS, MODALITIES } from '../dimension.js';
import { kindsText } from '../kinds-text.js';

interface Asked {
  readonly dimension: string;
  readonly modality: string;
  readonly sets: Set<string>;
  readonly kinds: Map<string, number>;
  items: number;
  missing: number;
}

/** What a benchmark in dimensions asks, from its items alone: sets and items of each, what is missing, what is right how often. */
export async function askedTable(items: AsyncIterable<BenchmarkItem>): Promise<Table> {
  const groups = new Map<string, Asked>();
  for await (const { task, invalid } of items) {
    const dimension = DIMENSIONS.find((known) => known === task.tags[0]);
    if (dimension === undefined) continue;
    const [set = '', kind = '', shown] = task.tags.toReversed();
    const modality = MODALITIES.find((known) => known === shown) ?? '';
    const name = `${dimension} ${modality}`;
    const group: Asked = groups.get(name) ?? {
      dimension: DIMENSION_TITLES[dimension],
      modality,
      sets: new Set(),
      kinds: new Map(),
      items: 0,
      missing: 0,
    };
    groups.set(name, group);
    group.items += 1;
    group.sets.add(dimension === 'navigation' ? task.id : set);
    if (invalid !== undefined) group.missing += 1;
    else if (dimension !== 'navigation') group.kinds.set(kind, (group.kinds.get(kind) ?? 0) + 1);
  }
  const number = (value: number): Cell => ({ text: String(value), value });
  return {
    id: 'dimensions-asked',
    title: 'What is asked in dimensions',
    columns: [
      ...textColumns('Dimension', 'Shown'),
      ...numberColumns('Sets', 'Items', 'Missing'),
      ...textColumns('Right is'),
    ],
    rows: [...groups.values()].map(({ dimension, modality, sets, items: all, missing, kinds }): Cell[] => [
      { text: dimension },
      { text: modality },
      number(sets.size),
      number(all),
      number(missing),
      { text: kindsText(kinds) },
    ]),
    notes: [
      'Sets: questions, tasks whose screens are judged, screens to act on, tasks. Missing: its screen or recording is not there; such items are void in a run.',
    ],
  };
}
