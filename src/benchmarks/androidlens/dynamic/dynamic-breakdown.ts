import { itemKeyText, type EpisodeEnd } from '../../../domain/episode.js';
import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import { rateCell, shareCell } from '../share-cells.js';
import { familiesOf, subcategoriesOf } from '../taxonomy/lens-taxonomy.js';
import type { DynamicRow } from './dynamic-row.js';

/** What results are grouped by, and the groups that an episode counts in. */
const GROUPINGS: readonly (readonly [title: string, groupsOf: (row: DynamicRow) => readonly string[]])[] = [
  ['Language', ({ details }) => [details.language === 'zh' ? 'Chinese' : 'English']],
  ['Family', ({ details }) => familiesOf(details.types)],
  ['Subcategory', ({ details }) => subcategoriesOf(details.types)],
  ['Interaction between apps', ({ details }) => details.interactions],
  ['Apps', ({ details }) => [details.apps === 0 ? 'not said' : String(details.apps)]],
  ['Milestones', ({ details }) => [String(details.of)]],
  ['End', ({ result }) => [endOf(result.end)]],
  ['Steps / reference', ({ details }) => [effortOf(details.steps, details.referenceSteps)]],
];

/** Success and progress by kind of task, and by how and when episodes ended. Null without episodes. */
export function breakdownTable(rows: readonly DynamicRow[], agent: string): Table | null {
  if (rows.length === 0) return null;
  return {
    id: 'androidlens-dynamic-breakdown',
    title: `By kind of task and end, ${agent}`,
    columns: [...textColumns('By', 'Value'), ...numberColumns('SR', 'ATP', 'Tasks')],
    rows: GROUPINGS.flatMap(([title, groupsOf]) => {
      const groups = new Map<string, DynamicRow[]>();
      for (const row of rows) {
        for (const name of groupsOf(row)) groups.set(name, [...(groups.get(name) ?? []), row]);
      }
      return [...groups]
        .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
        .map(([name, members]): Cell[] => [{ text: title }, { text: name }, ...shareCells(members)]);
    }),
    notes: [
      'A task of several types or kinds counts in each. Steps / reference: steps taken, as a multiple of those of the known-good way.',
    ],
  };
}

/** Success, mean progress and number of some episodes. */
export function shareCells(rows: readonly DynamicRow[]): Cell[] {
  const items = rows.map(({ result }) => itemKeyText(result.key));
  const done = rows.filter(({ result }) => result.outcome === 'passed').length;
  const progress = rows.flatMap(({ result }) => result.result.completion ?? []);
  const mean = progress.length === 0 ? null : progress.reduce((sum, one) => sum + one, 0) / progress.length;
  return [
    { ...rateCell(done, rows.length), items },
    { ...shareCell(mean), items },
    { text: String(rows.length), value: rows.length, items },
  ];
}

/** Why an episode ended, in the words of the benchmark. */
function endOf({ reason, fault }: EpisodeEnd): string {
  if (reason === 'agent_stop') return 'finished';
  if (reason === 'step_budget') return 'step limit';
  return fault !== undefined || reason.endsWith('_error') ? 'error' : 'early stop';
}

/** How many times the steps of the known-good way were taken. */
function effortOf(steps: number, referenceSteps: number | null): string {
  if (referenceSteps === null) return 'no reference';
  const effort = steps / referenceSteps;
  if (effort <= 0.5) return 'at most 0.5';
  if (effort <= 1) return '0.5 to 1';
  return effort <= 1.5 ? '1 to 1.5' : 'over 1.5';
}
