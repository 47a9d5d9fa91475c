import type { ExportedFile } from '../../exports/training/export-training.js';
import type { LeftOutCount } from '../../exports/training/left-out-file.js';
import type { LeftOut } from '../../exports/training/left-out.js';
import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Table } from '../../metrics/tables/table.js';
import type { CommandContext } from '../command-context.js';
import { exitCodeOfFault } from '../exit-code.js';
import { printTables } from './print-tables.js';

/** What an export wrote and what it left out. */
export interface PresentedExport {
  readonly files: readonly ExportedFile[];
  readonly leftOut: readonly LeftOutCount[];
  readonly leftOutFirst: readonly LeftOut[];
}

/** Most examples of left-out items that are printed. */
const TOLD = 5;

/** Prints an export's files, and what it left out with the reasons. An export without a record is no success. */
export function presentExport(
  result: PresentedExport,
  options: {
    readonly format: string;
    readonly json: boolean;
    readonly notes: readonly string[];
    readonly context: CommandContext;
  },
): void {
  const { format, json, notes, context } = options;
  const { files, leftOut, leftOutFirst } = result;
  const isEmpty = files.every(({ records }) => records === 0);
  const tables = [
    filesTable(files, isEmpty ? [...notes, 'No record was written.'] : notes),
    ...(leftOut.length === 0 ? [] : [leftOutTable(leftOut, leftOutFirst)]),
  ];
  printTables(tables, { json, context, extra: { formatVersion: 1, format, ...result } });
  if (isEmpty) context.setExitCode(exitCodeOfFault('dataset'));
}

function filesTable(files: readonly ExportedFile[], notes: readonly string[]): Table {
  return {
    id: 'exported-files',
    title: 'Written',
    columns: [...textColumns('File'), ...numberColumns('Records', 'Bytes')],
    rows: files.map(({ file, records, bytes }) => [
      { text: file },
      { text: records.toLocaleString('en'), value: records },
      { text: bytes.toLocaleString('en'), value: bytes },
    ]),
    notes,
  };
}

/** What an export left out, by reason, with the first of it. */
export function leftOutTable(leftOut: readonly LeftOutCount[], first: readonly LeftOut[]): Table {
  return {
    id: 'left-out',
    title: 'Left out',
    columns: [...textColumns('Reason'), ...numberColumns('Episodes', 'Steps'), ...textColumns('Actions')],
    rows: leftOut.map(({ reason, episodes, steps, actions }) => [
      { text: reason },
      { text: episodes.toLocaleString('en'), value: episodes },
      { text: steps.toLocaleString('en'), value: steps },
      {
        text: Object.entries(actions)
          .map(([action, count]) => `${count} ${action}`)
          .join(', '),
      },
    ]),
    notes: [
      ...first.slice(0, TOLD).map(({ episode, step, message }) => {
        const where = step === null ? episode : `${episode}, step ${step}`;
        return `${where}: ${message}.`;
      }),
      'left-out.jsonl lists all of them.',
    ],
  };
}
