import { given } from '../../domain/given.js';
import { itemKeyText } from '../../domain/episode.js';
import type { RepairCount, RepairCounts } from '../../domain/repair-count.js';
import { percent } from './percent.js';
import { successRate, type Rate } from '../rate.js';
import type { ResultRow } from '../result-row.js';
import { numberColumns, textColumns } from './columns.js';
import type { Cell, Column, Table } from './table.js';

const COLUMNS: readonly Column[] = [
  ...textColumns('Answers'),
  ...numberColumns('Unreadable', 'Repaired', 'Beyond repair', 'Not sent'),
];

/**
 * What became of the answers that could not be read, over all and by kind, and how many of the passed episodes needed the
 * repairing model. Null where none was repaired or sent to be. Where an unreadable answer ends the episode (`endsOnError`), both
 * rates of success are known from one run: without repairs, those episodes would have ended unpassed.
 *
 * Source: SPHINX paper, "Original" and "Repaired", for keeping the two apart.
 */
export function repairsTable(
  count: RepairCount,
  results: readonly ResultRow[],
  options: { readonly endsOnError: boolean },
): Table | null {
  const { total, kinds, answers, repairedItems } = count;
  if (total.repaired + total.failed === 0) return null;
  const passed = results.filter(({ outcome }) => outcome === 'passed').map(({ key }) => itemKeyText(key));
  const needed = passed.filter((key) => repairedItems.has(key));
  const share = passed.length === 0 ? '' : ` (${percent(needed.length / passed.length)} %)`;
  return {
    id: 'repairs',
    title: 'Unreadable answers',
    columns: COLUMNS,
    rows: [
      rowOf(`all ${answers}`, total, answers),
      ...kinds.map(([kind, counts]) => rowOf(kind, counts, answers)),
    ],
    notes: given([
      options.endsOnError && bothRates(results, repairedItems),
      `${needed.length} of ${passed.length} passed episodes${share} needed an answer to be repaired.`,
      'An answer beyond repair became a wait. Not sent: refusals.',
      !options.endsOnError &&
        'Success without repairs is known only where it has a table of its own: elsewhere a repaired action led to screens that would not have been reached.',
    ]),
  };
}

/** Success as answered and as repaired, over the same episodes. */
function bothRates(results: readonly ResultRow[], repaired: ReadonlySet<string>): string {
  const withRepairs = successRate(results);
  const without = successRate(
    results.map((row) =>
      row.outcome === 'passed' && repaired.has(itemKeyText(row.key))
        ? { ...row, outcome: 'agent_error' }
        : row,
    ),
  );
  const text = ({ value, n }: Rate): string => `${percent(value)} % of ${n}`;
  return `Success: original ${text(without)}, repaired ${text(withRepairs)}; an answer that nobody can read ends the episode.`;
}

function rowOf(name: string, { repaired, failed, left }: RepairCounts, answers: number): Cell[] {
  const unreadable = repaired + failed + left;
  return [
    { text: name },
    { text: String(unreadable), value: unreadable, counts: [unreadable, answers] },
    ...[repaired, failed, left].map((value): Cell => ({ text: String(value), value })),
  ];
}
