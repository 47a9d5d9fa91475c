import type { FileHandle } from 'node:fs/promises';
import { packText } from './pack.js';
import type { BlockPlace } from '../view/episode-columns.js';

/** JSON characters of a block before it is closed: small enough to unpack while somebody waits. */
const BLOCK_LENGTH = 256 * 1024;

/** The file that blocks go to, one after the other, and the number of the next. */
export interface BlockFile {
  readonly handle: FileHandle;
  next: number;
}

/** Fills blocks with entries and writes each as soon as it is full, so that no more than one is in memory. */
export class BlockWriter {
  readonly #file: BlockFile;
  #number = -1;
  #entries: string[] = [];
  #length = 0;

  constructor(file: BlockFile) {
    this.#file = file;
  }

  /** Where the viewer finds the entry again. */
  async add(entry: unknown): Promise<BlockPlace> {
    if (this.#entries.length === 0) {
      this.#number = this.#file.next;
      this.#file.next += 1;
    }
    const text = JSON.stringify(entry);
    this.#entries.push(text);
    this.#length += text.length;
    const place: BlockPlace = [this.#number, this.#entries.length - 1];
    if (this.#length >= BLOCK_LENGTH) await this.close();
    return place;
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    if (this.#entries.length === 0) return;
    const packed = packText(`[${this.#entries.join(',')}]`);
    this.#entries = [];
    this.#length = 0;
    await this.#file.handle.appendFile(scriptBlock(`block-${this.#number}`, packed));
  }
}

/** Packed data as an element that no browser runs. */
export function scriptBlock(id: string, packed: string): string {
  return `<script type="text/plain" id="${id}">${packed}</script>\n`;
}
