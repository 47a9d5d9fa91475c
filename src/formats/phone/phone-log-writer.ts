import { closeSync, openSync, writeSync } from 'node:fs';
import type { PhoneEvent, PhoneLogHeader } from './phone-event.js';
import { PhoneLogWriteError } from './phone-log-errors.js';

/**
 * Appends the events of one phone to a file, a line each. An event is with the operating system before `append` returns, so
 * that a killed process loses at most the one that it was at.
 */
export class PhoneLogWriter implements Disposable {
  readonly file: string;
  readonly #onFailure: (error: PhoneLogWriteError) => void;
  #descriptor: number | null;
  #failure: PhoneLogWriteError | null = null;

  private constructor(file: string, descriptor: number, onFailure: (error: PhoneLogWriteError) => void) {
    this.file = file;
    this.#descriptor = descriptor;
    this.#onFailure = onFailure;
  }

  /**
   * Makes the file, which must not exist yet, with its header.
   *
   * @throws {PhoneLogWriteError} when it cannot be made
   */
  static create(
    file: string,
    header: PhoneLogHeader,
    options: {
      /** Called once, for the first event that could not be written. */ readonly onFailure?: (
        error: PhoneLogWriteError,
      ) => void;
    } = {},
  ): PhoneLogWriter {
    let descriptor: number | null = null;
    try {
      descriptor = openSync(file, 'ax');
      writeLine(descriptor, header);
      return new PhoneLogWriter(file, descriptor, options.onFailure ?? (() => {}));
    } catch (cause) {
      if (descriptor !== null) closeSync(descriptor);
      throw new PhoneLogWriteError(file, cause);
    }
  }

  /** What went wrong with the first event that could not be written; nothing is written after it. */
  get failure(): PhoneLogWriteError | null {
    return this.#failure;
  }

  /** Never throws: a phone continues without its log, and `failure` keeps the error. */
  append(event: PhoneEvent): void {
    if (this.#descriptor === null || this.#failure !== null) return;
    try {
      writeLine(this.#descriptor, event);
    } catch (cause) {
      this.#failure = new PhoneLogWriteError(this.file, cause);
      this.#onFailure(this.#failure);
    }
  }

  /** Nothing is taken any more. Doing it twice is harmless. */
  close(): void {
    if (this.#descriptor === null) return;
    closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

function writeLine(descriptor: number, value: PhoneEvent | PhoneLogHeader): void {
  const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
  for (let from = 0; from < bytes.length;) from += writeSync(descriptor, bytes, from);
}
