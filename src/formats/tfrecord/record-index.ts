import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { scanTfRecords } from './scan-tfrecords.js';
import { TfRecordError, type RecordPlace } from './tfrecord-error.js';

export interface IndexOptions {
  /** Field that names what a record belongs to. */
  readonly idField: string;
  /** Field with the position among several records of one name, from 0; their order in the files unless given. */
  readonly orderField?: string;
  /** Field with the number of records of a name, where records state it. */
  readonly totalField?: string;
  /** Whether a name is wanted; all are unless given. */
  readonly accepts?: (id: string) => boolean;
  readonly signal: AbortSignal;
}

/** Numbers kept of each record: file, offset, order. */
const NUMBERS = 3;

/** A name with fewer records than they state. */
export interface IncompleteName {
  readonly id: string;
  readonly records: number;
  readonly total: number;
}

/** Where the records of each name begin. Nothing of the records themselves is kept. */
export class RecordIndex {
  readonly #files: readonly string[];
  readonly #records: ReadonlyMap<string, readonly number[]>;
  /** Records without a name, because they cannot be read. */
  readonly broken: readonly TfRecordError[];
  /** Names that lack records, in the order of the files; none where no field states their number. */
  readonly incomplete: readonly IncompleteName[];
  /** Gzip files among the files. */
  readonly packed: number;
  /** SHA-256 (hex) over names, lengths and stored checksums of the records that are wanted, and of what is broken. */
  readonly hash: string;

  constructor(index: {
    readonly files: readonly string[];
    readonly records: ReadonlyMap<string, readonly number[]>;
    readonly broken: readonly TfRecordError[];
    readonly incomplete: readonly IncompleteName[];
    readonly packed: number;
    readonly hash: string;
  }) {
    this.#files = index.files;
    this.#records = index.records;
    this.broken = index.broken;
    this.incomplete = index.incomplete;
    this.packed = index.packed;
    this.hash = index.hash;
  }

  get size(): number {
    return this.#records.size;
  }

  /** Names in the order in which the files first mention them. */
  ids(): Iterable<string> {
    return this.#records.keys();
  }

  has(id: string): boolean {
    return this.#records.has(id);
  }

  /** Records of a name in their order, each with the value of the order field. */
  places(id: string): (RecordPlace & { readonly order: number })[] {
    const numbers = this.#records.get(id) ?? [];
    return Array.from({ length: numbers.length / NUMBERS }, (_, index) => {
      const [file = 0, offset = 0, order = 0] = numbers.slice(index * NUMBERS, (index + 1) * NUMBERS);
      return { file: this.#files[file] ?? '', offset, order };
    }).toSorted((a, b) => a.order - b.order);
  }
}

/**
 * Goes once through TFRecord files and notes which record is where.
 *
 * @throws {FileUnreadableError} when one of the files is not there
 */
export async function indexTfRecords(files: readonly string[], options: IndexOptions): Promise<RecordIndex> {
  const { idField, orderField, totalField, accepts, signal } = options;
  const fields = [idField, orderField, totalField].filter((field) => field !== undefined);
  const totals = new Map<string, number>();
  const records = new Map<string, number[]>();
  const broken: TfRecordError[] = [];
  const hash = createHash('sha256');
  let packed = 0;
  for (const [number, file] of files.entries()) {
    const onOpen = ({ isPacked }: { readonly isPacked: boolean }): void => {
      if (isPacked) packed += 1;
    };
    for await (const scanned of scanTfRecords(file, { fields, onOpen, signal })) {
      try {
        if (scanned.type === 'broken') throw scanned.error;
        const { example, offset, length, checksum } = scanned;
        const id = example.id(idField);
        const known = records.get(id);
        const order = orderField === undefined ? (known?.length ?? 0) / NUMBERS : example.integer(orderField);
        if (accepts !== undefined && !accepts(id)) continue;
        if (known === undefined) records.set(id, [number, offset, order]);
        else known.push(number, offset, order);
        const total = totalField === undefined ? undefined : example.integers(totalField)[0];
        if (total !== undefined) totals.set(id, Math.max(total, totals.get(id) ?? 0));
        hash.update(`${id} ${order} ${length} ${checksum}\n`);
      } catch (error) {
        if (!(error instanceof TfRecordError)) throw error;
        broken.push(error);
        hash.update(`${basename(file)} ${error.offset} ${error.problem}\n`);
      }
    }
  }
  const incomplete = [...totals].flatMap(([id, total]): IncompleteName[] => {
    const there = (records.get(id)?.length ?? 0) / NUMBERS;
    return there < total ? [{ id, records: there, total }] : [];
  });
  return new RecordIndex({ files, records, broken, incomplete, packed, hash: hash.digest('hex') });
}
