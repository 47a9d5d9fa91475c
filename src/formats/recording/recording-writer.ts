import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { RecordingEvent, RecordingHeader } from './recording-event.js';
import { RecordingWriteError } from './recording-errors.js';

/** Name of the file in the folder of a recording. */
export const RECORDING_FILE = 'recording.jsonl';

/**
 * Appends the events of a recording to a file, a line each. What `append` was given is on the disk when it returns: a person
 * does not do it twice.
 */
export class RecordingWriter implements Disposable {
  readonly file: string;
  #descriptor: number | null;

  private constructor(file: string, descriptor: number) {
    this.file = file;
    this.#descriptor = descriptor;
  }

  /** Makes the file, which must not exist yet, with its header. @throws {RecordingWriteError} */
  static create(file: string, header: RecordingHeader): RecordingWriter {
    let descriptor: number | null = null;
    try {
      descriptor = openSync(file, 'ax');
      writeLine(descriptor, header);
      return new RecordingWriter(file, descriptor);
    } catch (cause) {
      if (descriptor !== null) closeSync(descriptor);
      throw new RecordingWriteError(file, cause);
    }
  }

  /** @throws {RecordingWriteError} */
  append(event: RecordingEvent): void {
    if (this.#descriptor === null) throw new RecordingWriteError(this.file, 'the recording has ended');
    try {
      writeLine(this.#descriptor, event);
    } catch (cause) {
      throw new RecordingWriteError(this.file, cause);
    }
  }

  /** Nothing is taken any more. Doing it twice is harmless. */
  [Symbol.dispose](): void {
    if (this.#descriptor === null) return;
    closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

function writeLine(descriptor: number, value: RecordingEvent | RecordingHeader): void {
  const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
  for (let from = 0; from < bytes.length;) from += writeSync(descriptor, bytes, from);
  fsyncSync(descriptor);
}
