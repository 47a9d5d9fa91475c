import { streamText } from '../files/stream-text.js';
import { FileTooLargeError, JsonSyntaxError } from './file-errors.js';

/** One record of a file of many, and where it begins. */
export interface JsonRecord {
  readonly value: unknown;
  /** From 1. */
  readonly line: number;
  /** Its number among the records of the file, from 1. */
  readonly record: number;
  /** Why it is no JSON; only where broken records are asked for, and `value` is undefined then. */
  readonly error?: string;
}

export interface JsonRecordsOptions {
  /** Most UTF-16 units of one record; 16 million unless given. */
  readonly maxLength?: number;
  /** Gives records that are no JSON, and entries of an array that are no objects, in place of an error. */
  readonly keepBroken?: boolean;
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
  const { maxLength = MAX_LENGTH, keepBroken = false, signal } = options;
  const scanner = new RecordScanner(file, maxLength, keepBroken);
  // However large the file is, no more than one record of it is held.
  const text = streamText(file, { maxBytes: Infinity, signal });
  for await (const piece of text) yield* scanner.push(piece);
  scanner.end();
}

const SPACE = /[\s\uFEFF]/;

/** Finds records by brackets and quotes alone; what is between them is read by `JSON.parse`. */
class RecordScanner {
  readonly #file: string;
  readonly #maxLength: number;
  readonly #keepBroken: boolean;
  #record = '';
  #count = 0;
  #depth = 0;
  /** Within an entry of the array that is a number, a word or a text. */
  #isScalar = false;
  #inString = false;
  #escaped = false;
  #line = 1;
  #recordLine = 1;
  /** Whether records are entries of one array; null before the first. */
  #isArray: boolean | null = null;
  #isClosed = false;

  constructor(file: string, maxLength: number, keepBroken: boolean) {
    this.#file = file;
    this.#maxLength = maxLength;
    this.#keepBroken = keepBroken;
  }

  *push(chunk: string): Generator<JsonRecord> {
    let start = this.#depth > 0 || this.#isScalar ? 0 : -1;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk.charCodeAt(index);
      if (code === 0x0a) this.#line += 1;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === 0x5c) this.#escaped = true;
        else if (code === 0x22) this.#inString = false;
        continue;
      }
      if (this.#isScalar && (code === 0x2c || code === 0x5d)) {
        yield this.#read(this.#record + chunk.slice(start, index));
        this.#record = '';
        this.#isScalar = false;
        start = -1;
      }
      if (code === 0x22 && (this.#depth > 0 || this.#isScalar)) {
        this.#inString = true;
      } else if (code === 0x7b || code === 0x5b) {
        if (this.#depth === 0) {
          if (code === 0x5b && this.#isArray === null) {
            this.#isArray = true;
            continue;
          }
          this.#isArray ??= false;
          if (this.#isClosed) throw this.#fault('something follows the end of the array');
          if (!this.#isScalar) {
            start = index;
            this.#recordLine = this.#line;
          }
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
        if (this.#depth === 0 && !this.#isScalar) {
          yield this.#read(this.#record + chunk.slice(start, index + 1));
          this.#record = '';
          start = -1;
        }
      } else if (this.#depth === 0 && !this.#isScalar && code !== 0x2c && !SPACE.test(chunk.charAt(index))) {
        if (!this.#keepBroken || this.#isArray !== true || this.#isClosed)
          throw this.#fault('a record is an object');
        this.#isScalar = true;
        this.#inString = code === 0x22;
        this.#recordLine = this.#line;
        start = index;
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
      throw this.#fault(`the file ends within record ${this.#count + 1}`);
    }
    if (this.#isArray === true && !this.#isClosed) throw this.#fault('the file ends within its array');
  }

  #read(text: string): JsonRecord {
    this.#count += 1;
    const at = { line: this.#recordLine, record: this.#count };
    try {
      return { value: JSON.parse(text) as unknown, ...at };
    } catch (error) {
      const message = error instanceof Error ? error.message : 'it is no JSON';
      if (this.#keepBroken) return { value: undefined, ...at, error: message };
      this.#line = this.#recordLine;
      throw this.#fault(`record ${this.#count}: ${message}`);
    }
  }

  #fault(message: string): JsonSyntaxError {
    return new JsonSyntaxError(message, {
      place: { file: this.#file, line: this.#line },
      hint: 'The file is a JSON array of objects, or has one object a line.',
    });
  }
}
