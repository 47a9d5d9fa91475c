import { given } from '../domain/given.js';
import { plural } from '../domain/text/plural.js';
import type { ImportReport } from '../formats/results/import-report.js';
import { numberColumns, textColumns } from '../metrics/tables/columns.js';
import type { Cell, Table } from '../metrics/tables/table.js';

/** Changes of one case that are listed; the JSON has them all. */
const LISTED = 12;

/** What an import did, case by case, and what is left for somebody to do. */
export function importTable({ cases, dryRun, recordedPages }: ImportReport): Table {
  const totals = { draft: 0, unfinished: 0 };
  for (const { expectations } of cases) {
    totals.draft += expectations.draft;
    totals.unfinished += expectations.unfinished;
  }
  const counted = ['added', 'changed', 'unchanged', 'gone'].flatMap((status) => {
    const count = cases.filter((one) => one.status === status).length;
    return count === 0 ? [] : [`${count} ${status}`];
  });
  return {
    id: 'imported-cases',
    title: `Test cases${dryRun ? ', nothing written' : ''}`,
    columns: [
      ...textColumns('Case', 'Title', 'Import'),
      ...numberColumns('Ready', 'Draft', 'Unfinished', 'Not checked'),
    ],
    rows: cases.map(({ id, title, status, expectations }): Cell[] => {
      const { ready, milestone, draft, unfinished, not_checked } = expectations;
      const numbers = [ready + milestone, draft, unfinished, not_checked];
      return [
        { text: id },
        { text: title.replaceAll('\n', ' ') },
        { text: status },
        ...numbers.map((value) => ({ text: String(value), value })),
      ];
    }),
    notes: given([
      `${plural(cases.length, 'case')}: ${counted.join(', ')}.`,
      ...cases.flatMap(({ id, changes }) => changesOf(id, changes)),
      recordedPages !== null && `Proposals were tried on ${plural(recordedPages, 'recorded page')}.`,
      totals.draft + totals.unfinished !== 0 &&
        `${plural(totals.draft, 'draft')} to confirm and ${plural(totals.unfinished, 'rule')} to write; until then their tasks are void, never passed.`,
    ]),
  };
}

function changesOf(id: string, changes: readonly string[]): string[] {
  const shown = changes.slice(0, LISTED).map((change) => `${id}: ${change}.`);
  return changes.length > LISTED ? [...shown, `${id}: and ${changes.length - LISTED} more.`] : shown;
}
