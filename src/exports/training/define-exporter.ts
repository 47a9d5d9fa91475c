import type { TrainingFormat } from './training-format.js';

/** A trainer's format as its author writes it. */
export type ExporterParts = Pick<TrainingFormat, 'name' | 'title' | 'line'> & Partial<TrainingFormat>;

/**
 * A trainer's format of your own, as `touchstone export NAME` writes it: `line` gives the JSON value of one training record.
 * Left out: one form (`records`), no words that stand for media, no further files.
 */
export function defineExporter(parts: ExporterParts): TrainingFormat {
  return { forms: ['records'], placeholders: [], sidecars: () => [], ...parts };
}
