import { createReadStream } from 'node:fs';
import { FileTooLargeError, FileUnreadableError, JsonSyntaxError } from './file-errors.js';

/** One record of a file of many, and where it begins. */
export interface JsonRecord {
  readonly value: unknown;
  /** From 1. */
  readonly line: number;
}

export interface JsonRecordsOptions {
  /** Most UTF-16 units of one record; 16 million unless given. */
  readonly maxLength?: number;
  readonly signal: AbortSignal;
}

const MAX_LENGTH = 16_000_000;

/**
 * The records of a JSON array or of JSON Lines, one by one: the file is never held whole.
 *
 * @throws {FileUnreadableError | FileTooLargeError | JsonSyntaxError} naming file and line
 */
export async function* readJsonRecords(
  file: string,
  options: JsonRecordsOptions,
): AsyncGenerator<JsonRecord> {
  const { maxLength = MAX_LENGTH, signal } = options;
  const scanner = new RecordScanner(file, maxLength);
  const stream = createReadStream(file, { encoding: 'utf8', signal, highWaterMark: 1 << 18 });
  try {
    for await (const chunk of stream) yield* scanner.push(chunk as string);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error && typeof error.code === 'string' && 'errno' in error) {
      throw new FileUnreadableError('the file cannot be read', { place: { file }, cause: error });
    }
    throw error;
  }
  scanner.end();
}

const SPACE = /[\s\uFEFF]/;

/** Finds records by brackets and quotes alone; what is between them is read by `JSON.parse`. */
class RecordScanner {
  readonly #file: string;
  readonly #maxLength: number;
  #record = '';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  #recordLine = 1;
  /** Whether records are entries of one array; null before the first. */
  #isArray: boolean | null = null;
  #isClosed = false;

  constructor(file: string, maxLength: number) {
    this.#file = file;
    this.#maxLength = maxLength;
  }

  *push(chunk: string): Generator<JsonRecord> {
    let start = this.#depth > 0 ? 0 : -1;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk.charCodeAt(index);
      if (code === 0x0a) this.#line += 1;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === 0x5c) this.#escaped = true;
        else if (code === 0x22) this.#inString = false;
        continue;
      }
      if (code === 0x22 && this.#depth > 0) {
        this.#inString = true;
      } else if (code === 0x7b || code === 0x5b) {
        if (this.#depth === 0) {
          if (code === 0x5b && this.#isArray === null) {
            this.#isArray = true;
            continue;
          }
          this.#isArray ??= false;
          if (this.#isClosed) throw this.#fault('something follows the end of the array');
          start = index;
          this.#recordLine = this.#line;
        }
        this.#depth += 1;
      } else if (code === 0x7d || code === 0x5d) {
        if (this.#depth === 0) {
          if (code !== 0x5d || this.#isArray !== true || this.#isClosed)
            throw this.#fault('a bracket too many');
          this.#isClosed = true;
          continue;
        }
        this.#depth -= 1;
        if (this.#depth === 0) {
          yield this.#read(this.#record + chunk.slice(start, index + 1));
          this.#record = '';
          start = -1;
        }
      } else if (this.#depth === 0 && code !== 0x2c && !SPACE.test(chunk.charAt(index))) {
        throw this.#fault('a record is an object');
      }
    }
    if (start >= 0) this.#record += chunk.slice(start);
    if (this.#record.length > this.#maxLength) {
      throw new FileTooLargeError(`a record is longer than ${this.#maxLength} characters`, {
        place: { file: this.#file, line: this.#recordLine },
      });
    }
  }

  /** @throws {JsonSyntaxError} where something is left open */
  end(): void {
    if (this.#depth > 0) {
      this.#line = this.#recordLine;
      throw this.#fault('the file ends within a record');
    }
    if (this.#isArray === true && !this.#isClosed) throw this.#fault('the file ends within its array');
  }

  #read(text: string): JsonRecord {
    try {
      return { value: JSON.parse(text) as unknown, line: this.#recordLine };
    } catch (error) {
      this.#line = this.#recordLine;
      throw this.#fault(error instanceof Error ? error.message : 'a record is no JSON');
    }
  }

  #fault(message: string): JsonSyntaxError {
    return new JsonSyntaxError(message, {
      place: { file: this.#file, line: this.#line },
      hint: 'The file is a JSON array of objects, or has one object a line.',
    });
  }
}
