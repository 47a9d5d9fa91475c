import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { randomStream } from '../../domain/random.js';
import { BufferedFile } from './buffered-file.js';
import type { EntryPieces } from './entry-pieces.js';

/** Entries after which other things, such as Ctrl-C, get their turn. */
const YIELD_AFTER = 1000;

/** A file of entries. */
interface EntryFile {
  readonly count: number;
  add(entry: EntryPieces): void;
}

/**
 * Entries put into a seeded order before they reach their file. They wait in a file of their own, so that memory holds only
 * where each lies.
 */
export class ShuffledEntries implements AsyncDisposable {
  readonly #ends: number[] = [];

  readonly #spool: BufferedFile;

  private constructor(spool: BufferedFile) {
    this.#spool = spool;
  }

  static async create(file: string): Promise<ShuffledEntries> {
    return new ShuffledEntries(await BufferedFile.create(`${file}.unshuffled`));
  }

  add(entry: EntryPieces): void {
    this.#spool.addAll(entry);
    this.#ends.push(this.#spool.length);
  }

  /** Adds all entries to a file; equal keys give equal orders on every machine. */
  async writeTo(target: EntryFile, ...key: (string | number)[]): Promise<void> {
    await this.#spool.settle();
    const order = shuffled(this.#ends.length, ...key);
    const descriptor = openSync(this.#spool.partial, 'r');
    try {
      for (const index of order) {
        const start = this.#ends[index - 1] ?? 0;
        const bytes = Buffer.allocUnsafe((this.#ends[index] ?? start) - start);
        let length = 0;
        while (length < bytes.length) {
          const read = readSync(descriptor, bytes, length, bytes.length - length, start + length);
          if (read === 0) throw new Error('the file of unshuffled records was cut short');
          length += read;
        }
        target.add([bytes]);
        if (target.count % YIELD_AFTER === 0) await setImmediate();
      }
    } finally {
      closeSync(descriptor);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#spool[Symbol.asyncDispose]();
  }
}

/** The numbers below `count` in a random order (Fisher–Yates). */
function shuffled(count: number, ...key: (string | number)[]): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  const random = randomStream(...key);
  for (let index = count - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    const kept = order[index] ?? 0;
    order[index] = order[other] ?? 0;
    order[other] = kept;
  }
  return order;
}
