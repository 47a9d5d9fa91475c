import type { PaperRow, PaperTable } from '../../benchmarks/paper-tables/paper-table.js';
import { ROW_STATUSES, type RowStatus } from '../../benchmarks/paper-tables/row-status.js';
import { plural } from '../../domain/text/plural.js';
import { hideable, numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Table } from '../../metrics/tables/table.js';

/** Every table of the papers with what it needs, and what of it cannot be had and why. */
export function listPaperTables(tables: readonly PaperTable[]): Table {
  return {
    id: 'paper-tables',
    title: 'Tables of the papers',
    columns: hideable(
      [
        ...textColumns('table', 'what'),
        ...numberColumns('rows', 'run'),
        ...textColumns('needs', 'cannot be had'),
      ],
      ['needs'],
    ),
    rows: tables.map((table) => {
      const isWhole = table.columns.length === 0;
      const running = table.rows.filter(({ status }) => status === 'runs').length;
      return [
        { text: table.id },
        { text: table.title },
        isWhole ? { text: '' } : { text: String(table.rows.length), value: table.rows.length },
        isWhole ? { text: '' } : { text: String(running), value: running },
        { text: table.needs.join('; ') },
        { text: obstacles(table).join(' ') },
      ];
    }),
    notes: [
      'run: rows that need only the data and a served model. `touchstone reproduce TABLE` shows the rows of one.',
      ...statusNotes(tables.flatMap(({ rows }) => rows.map(({ status }) => status))),
    ],
  };
}

/** What each status means that occurs, but for `runs`. */
export function statusNotes(statuses: readonly RowStatus[]): string[] {
  return [...new Set(statuses)]
    .filter((status) => status !== 'runs')
    .map((status) => `${status}: ${ROW_STATUSES[status].means}. ${ROW_STATUSES[status].next}`);
}

/** Why rows do not run, each reason once: `2 rows model-unreleased: …`. */
function obstacles({ rows, columns }: PaperTable): readonly string[] {
  const byReason = new Map<string, PaperRow[]>();
  for (const row of rows) {
    if (row.status === 'runs') continue;
    const reason = `${row.status}: ${row.why ?? `${ROW_STATUSES[row.status].means}.`}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), row]);
  }
  return [...byReason].map(([reason, found]) =>
    columns.length === 0 ? reason : `${plural(found.length, 'row')} ${reason}`,
  );
}
