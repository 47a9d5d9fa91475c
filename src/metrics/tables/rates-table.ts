import type { Measured } from './measured.js';
import { boundsCell, countCell, intervalCell, valueCell } from './measured-cells.js';
import { DENOMINATOR_NOTE, exclusionsNote, methodsNote, notApplicableNote } from './measured-notes.js';
import { numberColumns, textColumns } from './columns.js';
import type { Cell, Column, Table } from './table.js';

/** One number of a result table, spelt out. */
export interface NamedMeasure {
  readonly agent: string;
  /** What the number is about: a part of the tasks such as `single-app`, a modality. */
  readonly group: string;
  /** `SR`, `CR`, … */
  readonly metric: string;
  readonly measured: Measured;
}

const COLUMNS: readonly Column[] = [
  ...textColumns('Agent', 'Part', 'Metric'),
  ...numberColumns('%', '95 %', 'n', 'Voided', 'Not run', 'Bounds'),
];

/**
 * One row per number: value, interval, n, voided items, bounds. Shown next to tables in a paper's layout, which have no
 * room for them.
 */
export function ratesTable(
  measures: readonly NamedMeasure[],
  options: {
    readonly id: string;
    readonly title: string;
    readonly digits?: number;
    readonly notes?: readonly string[];
  },
): Table {
  const rows = measures.map(({ agent, group, metric, measured }): Cell[] => [
    { text: agent },
    { text: group },
    { text: metric },
    valueCell(measured, options.digits),
    intervalCell(measured, options.digits),
    { text: String(measured.n), value: measured.n, items: measured.items },
    countCell(measured.voided.flatMap(({ items }) => items)),
    countCell(measured.notRun),
    boundsCell(measured, options.digits),
  ]);
  const exclusions = measures.map(({ agent, group, measured }) =>
    exclusionsNote(`${agent}, ${group}`, measured),
  );
  const notes = [
    DENOMINATOR_NOTE,
    methodsNote(measures.map(({ measured }) => measured)),
    ...new Set(exclusions),
    ...(options.notes ?? []),
    notApplicableNote(rows),
  ].filter((note) => note !== null);
  return { id: options.id, title: options.title, columns: COLUMNS, rows, notes };
}
