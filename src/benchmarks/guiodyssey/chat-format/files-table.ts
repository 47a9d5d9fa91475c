import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import type { Table } from '../../../metrics/tables/table.js';
import type { OdysseyExportedFile } from './export-chat-format.js';

/** The files that an export wrote, a row each. */
export function filesTable(files: readonly OdysseyExportedFile[], notes: readonly string[]): Table {
  return {
    id: 'exported-files',
    title: 'Written',
    columns: [...textColumns('File'), ...numberColumns('Episodes', 'Records', 'Bytes')],
    rows: files.map(({ file, episodes, records, bytes }) =>
      [file, episodes, records, bytes].map((cell) => ({
        text: typeof cell === 'number' ? cell.toLocaleString('en') : cell,
      })),
    ),
    notes,
  };
}
