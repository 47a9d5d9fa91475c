import type { DataReport } from '../formats/data-check/data-report.js';
import { numberColumns, textColumns } from '../metrics/tables/columns.js';
import type { Table } from '../metrics/tables/table.js';

/** What of a benchmark's data is there, as a table. */
export function dataTable(report: DataReport): Table {
  const missing = report.items.filter(({ status }) => status !== 'present');
  const required = missing.filter((item) => item.required).length;
  const verdict =
    required > 0
      ? `${required} required ${required === 1 ? 'part is' : 'parts are'} missing or not as published`
      : missing.length > 0
        ? 'everything required is there'
        : 'everything is there';
  const without = missing.flatMap((item) => (item.without === undefined ? [] : [item.without]));
  return {
    id: 'data-check',
    title: [`${report.benchmark} in ${report.folder}: ${verdict}`, ...without].join('; '),
    columns: [
      ...textColumns('what', 'where', 'needed', 'status'),
      ...numberColumns('there'),
      ...textColumns('detail'),
    ],
    rows: report.items.map(({ what, path, required, status, count, detail }) => [
      { text: what },
      { text: path },
      { text: required ? 'yes' : 'no' },
      { text: status },
      count === null
        ? { text: '' }
        : { text: `${count.present}/${count.expected ?? '?'}`, value: count.present },
      { text: detail },
    ]),
    notes: missing.length === 0 ? [] : report.obtain,
  };
}
