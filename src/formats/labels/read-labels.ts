import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import { LabelSchema, type Label } from '../../domain/scores/label.js';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { csvTable, type CsvRow } from '../csv-table.js';
import { FileContentError, FileSchemaError } from '../file-errors.js';
import { LABEL_COLUMNS, type LabelColumn } from './label-line.js';

const HINT =
  'A file of labels is CSV with the columns item,repeat,label,labeller,pass,at,note (docs/formats.md); label is success, failure or unsure, pass blind or informed.';

export interface ReadLabelsOptions {
  /** Whether there is such an item in what was judged; all are taken unless given. */
  readonly isKnown?: (key: ItemKey) => boolean;
  readonly signal: AbortSignal;
}

/** A file of labels. */
export interface LabelsFile {
  readonly labels: readonly Label[];
  /** Rows whose label is still empty. */
  readonly blank: number;
}

/**
 * People's labels of episodes. A row without a label is one that nobody has labelled yet.
 *
 * @throws {DatasetError} naming file and line: a cell that cannot be read, an item that was not judged, or a second label of
 * one person for one item in one pass
 */
export async function readLabels(file: string, options: ReadLabelsOptions): Promise<LabelsFile> {
  const { isKnown = () => true, signal } = options;
  const labels: Label[] = [];
  const lineOf = new Map<string, number>();
  let blank = 0;
  const rows = csvTable(file, {
    columns: LABEL_COLUMNS,
    required: ['item', 'label', 'labeller'],
    hint: HINT,
    signal,
  });
  for await (const row of rows) {
    const place = { file, line: row.line };
    if ((row.cells.label ?? '') === '') {
      blank += 1;
      continue;
    }
    const label = labelOf(row, file);
    const { key, labeller, pass } = label;
    if (!isKnown(key)) {
      throw new FileContentError(`repeat ${key.repeat} of item "${key.item}" is not among what was judged`, {
        place,
        hint: 'Take the row out, or check that the labels are of this run; repeats count from 0.',
      });
    }
    const name = JSON.stringify([itemKeyText(key), labeller, pass]);
    const earlier = lineOf.get(name);
    if (earlier !== undefined) {
      throw new FileContentError(
        `${labeller} has labelled repeat ${key.repeat} of item "${key.item}" ${pass} on line ${earlier} already`,
        { place, hint: 'Keep one of the two rows; another person needs another name.' },
      );
    }
    lineOf.set(name, row.line);
    labels.push(label);
  }
  return { labels, blank };
}

function labelOf({ cells, line }: CsvRow<LabelColumn>, file: string): Label {
  const { repeat = '', pass = '', at = '' } = cells;
  const read = LabelSchema.safeParse({
    key: { item: cells.item ?? '', repeat: repeat === '' ? 0 : Number(repeat) },
    label: cells.label?.toLowerCase(),
    labeller: cells.labeller ?? '',
    pass: pass === '' ? 'blind' : pass.toLowerCase(),
    at: at === '' ? null : at,
    note: cells.note ?? '',
  });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const what =
    issue === undefined ? 'unusable' : `${String(issue.path.at(-1) ?? 'row')}: ${describeIssue(issue)}`;
  throw new FileSchemaError(`this is no label: ${what}`, { place: { file, line }, hint: HINT });
}
