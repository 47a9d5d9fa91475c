import type { CommandContext } from '../command-context.js';
import { clip } from './clip.js';

/** The last line of a terminal, drawn over and over, and lines of text that stay above it. */
export class TerminalLine {
  readonly #stderr: CommandContext['stderr'];
  readonly #prefix: string;
  #isDrawn = false;

  /** @param prefix before each text, such as the name of an agent */
  constructor(stderr: CommandContext['stderr'], prefix: string) {
    this.#stderr = stderr;
    this.#prefix = prefix;
  }

  /** Shows a text in place of the last one, cut to the width of the terminal. */
  draw(text: string): void {
    this.#stderr.write(`\r\u001B[K${clip(this.#prefix + text, this.#stderr.columns ?? 80)}`);
    this.#isDrawn = true;
  }

  clear(): void {
    if (this.#isDrawn) this.#stderr.write('\r\u001B[K');
    this.#isDrawn = false;
  }

  /** A line that stays; nothing for null. */
  write(text: string | null): void {
    if (text === null) return;
    this.clear();
    this.#stderr.write(`${this.#prefix}${text}\n`);
  }
}
