import { BufferedFile } from './buffered-file.js';

/**
 * A JSON array or object written entry by entry in Python's form with an indent of 4 and no line break at its end. Entries are
 * JSON texts already indented by 4.
 */
export class JsonListFile implements AsyncDisposable {
  #count = 0;

  readonly #file: BufferedFile;
  readonly #brackets: '[]' | '{}';

  private constructor(file: BufferedFile, brackets: '[]' | '{}') {
    this.#file = file;
    this.#brackets = brackets;
  }

  static async create(file: string, brackets: '[]' | '{}' = '[]'): Promise<JsonListFile> {
    return new JsonListFile(await BufferedFile.create(file), brackets);
  }

  /** Entries added so far. */
  get count(): number {
    return this.#count;
  }

  /** Bytes added so far. */
  get bytes(): number {
    return this.#file.length;
  }

  add(entry: string | Uint8Array): void {
    this.#file.add(this.#count === 0 ? `${this.#brackets[0] ?? ''}\n` : ',\n');
    this.#count += 1;
    if (typeof entry === 'string') this.#file.add(entry);
    else this.#file.addBytes(entry);
  }

  async finish(): Promise<void> {
    this.#file.add(this.#count === 0 ? this.#brackets : `\n${this.#brackets[1] ?? ''}`);
    await this.#file.finish();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
  }
}

/** A record as an entry of such a file. */
export function indentedEntry(record: object): string {
  return `    ${JSON.stringify(record, null, 4).replaceAll('\n', '\n    ')}`;
}
