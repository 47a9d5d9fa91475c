import type { ItemKey } from '../../domain/episode.js';
import type { Label } from '../../domain/scores/label.js';
import { csvLine } from '../csv-line.js';

/** Columns of a file of labels. */
export const LABEL_COLUMNS = ['item', 'repeat', 'label', 'labeller', 'pass', 'at', 'note'] as const;
export type LabelColumn = (typeof LABEL_COLUMNS)[number];

/** The first line of a file of labels. */
export const LABELS_HEADING = csvLine(LABEL_COLUMNS);

/** A label as a line of a file of labels. */
export function labelLine({ key, label, labeller, pass, at, note }: Label): string {
  return csvLine([key.item, String(key.repeat), label, labeller, pass, at ?? '', note]);
}

/** A line for a label that somebody has yet to give. */
export function blankLabelLine(key: ItemKey, pass: Label['pass']): string {
  return csvLine([key.item, String(key.repeat), '', '', pass, '', '']);
}
