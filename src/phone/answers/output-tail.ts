import { stripVTControlCharacters } from 'node:util';
import type { PrintedOutput } from './find-answer.js';

/** The last of what a program prints, as it comes. */
export class OutputTail {
  readonly #most: number;
  #pieces: string[] = [];
  #units = 0;
  /** Line ends that were dropped. */
  #dropped = 0;

  /** @param most UTF-16 units that are kept, roughly: whole pieces are dropped */
  constructor(most: number) {
    this.#most = most;
  }

  add(piece: string): void {
    this.#pieces.push(piece);
    this.#units += piece.length;
    while (this.#pieces.length > 1 && this.#units - (this.#pieces[0]?.length ?? 0) >= this.#most) {
      const first = this.#pieces.shift() ?? '';
      this.#units -= first.length;
      this.#dropped += first.split('\n').length - 1;
    }
  }

  /** Without colours, each line end a line feed. */
  read(): PrintedOutput {
    const text = stripVTControlCharacters(this.#pieces.join('')).replaceAll('\r\n', '\n');
    return { text, firstLine: this.#dropped + 1 };
  }
}
