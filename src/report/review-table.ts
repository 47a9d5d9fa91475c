import type { ReviewReport } from '../formats/results/review-report.js';
import { plural } from '../domain/text/plural.js';
import { textColumns } from '../metrics/tables/columns.js';
import type { Table } from '../metrics/tables/table.js';

/** The tasks of a suite that wait for somebody, an expectation a row. */
export function reviewTable({ waiting, confirmed }: ReviewReport): Table {
  const rows = waiting.flatMap(({ id, expectations }) =>
    expectations.map(({ number, status, expected, rule, note }) => [
      { text: `${id}#${number}` },
      { text: status },
      { text: expected.replaceAll('\n', ' ') },
      { text: [rule, note].filter((part) => part !== null).join('; ') },
    ]),
  );
  return {
    id: 'drafts',
    title: `${plural(waiting.length, 'task')} to look at, ${confirmed} ready`,
    columns: textColumns('expectation', 'state', 'as written', 'proposed rule'),
    rows,
    notes: waiting.length === 0 ? ['Nothing waits for a review.'] : [],
  };
}
