import type { TrainingRecord } from './training-record.js';

/** A file next to the records, written as indented JSON. */
export interface FormatSidecar {
  readonly file: string;
  readonly value: object;
}

/** A trainer's format: the shape of a line, and the files needed next to the records. */
export interface TrainingFormat {
  /** Name on the command line. */
  readonly name: string;
  /** One line for lists: the trainers that read it. */
  readonly title: string;
  /** Shapes of a record; the first is the default. */
  readonly forms: readonly string[];
  /**
   * Words that stand for media in the format's texts: a sample that itself says one of them cannot be written. They are
   * matched as they stand.
   */
  readonly placeholders: readonly string[];
  /** The record as the value of one line of JSON. */
  line(record: TrainingRecord, form: string): object;
  /** Files next to the records. `files` holds the names of those written. */
  sidecars(made: {
    readonly name: string;
    readonly form: string;
    readonly files: { readonly train: string; readonly validation: string | null };
  }): readonly FormatSidecar[];
}
