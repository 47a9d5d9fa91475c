import { DatasetError } from '../../errors.js';

/**
 * `truncated` the file ends within a record · `length` the record's length is damaged, so nothing after it can be found ·
 * `checksum` its bytes are damaged · `too_large` it is longer than any record has reason to be · `compressed` the gzip
 * stream is damaged · `message` its bytes are no tf.train.Example · `field` a field is missing or of another type.
 */
export type TfRecordProblem =
  | 'truncated'
  | 'length'
  | 'checksum'
  | 'too_large'
  | 'compressed'
  | 'message'
  | 'field';

const HINTS: Readonly<Record<TfRecordProblem, string>> = {
  truncated: 'Is the download complete?',
  length: 'Download the file again; the records before this one can be read.',
  checksum: 'Download the file again; the other records can be read.',
  too_large: 'Check that this is a TFRecord file of the dataset.',
  compressed: 'Download the file again; the records before this place can be read.',
  message: 'Check that this is a TFRecord file of tf.train.Example records.',
  field: 'Compare the record with the fields that the page of the dataset in docs/benchmarks lists.',
};

/** Where a record begins. */
export interface RecordPlace {
  readonly file: string;
  /** Bytes before it in the file; in a gzip file, in what it unpacks to. */
  readonly offset: number;
}

/** A record of a TFRecord file that cannot be read. */
export class TfRecordError extends DatasetError {
  override readonly code = 'TFRECORD';
  readonly problem: TfRecordProblem;
  readonly offset: number;

  constructor(problem: TfRecordProblem, what: string, { file, offset }: RecordPlace, cause?: unknown) {
    super(`${what}, in the record at byte ${offset}`, { place: { file }, hint: HINTS[problem], cause });
    this.problem = problem;
    this.offset = offset;
  }
}
