import { BufferedFile } from '../../formats/record-files/buffered-file.js';
import { byteText } from '../../formats/record-files/byte-text.js';
import { ShuffledEntries } from '../../formats/record-files/shuffled-entries.js';

/**
 * A file of JSON values, one a line, in the order in which they are added or in a seeded random one. It appears under its
 * name when finished, or not at all.
 */
export class RecordLines implements AsyncDisposable {
  #count = 0;
  #bytes = 0;

  readonly #file: BufferedFile;
  readonly #shuffled: ShuffledEntries | null;
  readonly #key: readonly (string | number)[];

  private constructor(
    file: BufferedFile,
    shuffled: ShuffledEntries | null,
    key: readonly (string | number)[],
  ) {
    this.#file = file;
    this.#shuffled = shuffled;
    this.#key = key;
  }

  /** @param key what decides the order; equal keys give equal orders on every machine. Null: the order of adding. */
  static async create(file: string, key: readonly (string | number)[] | null): Promise<RecordLines> {
    const target = await BufferedFile.create(file);
    const shuffled = key === null ? null : await ShuffledEntries.create(file);
    return new RecordLines(target, shuffled, key ?? []);
  }

  /** Lines added so far. */
  get count(): number {
    return this.#count;
  }

  /** Bytes of the lines so far. */
  get bytes(): number {
    return this.#bytes;
  }

  add(value: object): void {
    const line = byteText(`${JSON.stringify(value)}\n`);
    this.#count += 1;
    this.#bytes += line.length;
    if (this.#shuffled === null) this.#file.add(line);
    else this.#shuffled.add([line]);
  }

  async finish({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    const file = this.#file;
    let written = 0;
    await this.#shuffled?.writeTo(
      {
        get count() {
          return written;
        },
        add: (entry) => {
          signal.throwIfAborted();
          written += 1;
          file.addAll(entry);
        },
      },
      ...this.#key,
    );
    signal.throwIfAborted();
    await this.#file.finish();
  }

  /** Removes the file unless it is finished. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shuffled?.[Symbol.asyncDispose]();
    await this.#file[Symbol.asyncDispose]();
  }
}
