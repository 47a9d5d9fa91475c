import { BufferedFile } from '../../../formats/record-files/buffered-file.js';
import type { ByteText } from '../../../formats/record-files/byte-text.js';
import type { EntryPieces } from '../../../formats/record-files/entry-pieces.js';

/**
 * A JSON array or object written entry by entry in Python's form with an indent of 4 and no line break at its end. Entries are
 * JSON texts in UTF-8, already indented by 4.
 */
export class JsonListFile implements AsyncDisposable {
  #count = 0;
  #ending: ByteText = '';

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
    return this.#file.length + this.#ending.length;
  }

  add(entry: EntryPieces): void {
    // One text is written faster than two: what ends an entry waits for what begins the next.
    let text = this.#ending + (this.#count === 0 ? `${this.#brackets[0] ?? ''}\n` : ',\n');
    this.#count += 1;
    for (const piece of entry) {
      if (typeof piece === 'string') {
        text += piece;
        continue;
      }
      this.#file.add(text);
      this.#file.addBytes(piece);
      text = '';
    }
    this.#ending = text;
  }

  async finish(): Promise<void> {
    this.#file.add(this.#ending);
    this.#ending = '';
    this.#file.add(this.#count === 0 ? this.#brackets : `\n${this.#brackets[1] ?? ''}`);
    await this.#file.finish();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
  }
}
