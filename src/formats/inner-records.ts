import { streamText } from '../files/stream-text.js';
import { FileTooLargeError, JsonSyntaxError } from './file-errors.js';
import type { JsonRecord } from './json-records.js';

/** Where a list may lie: the keys that lead to it from the outermost object. */
export type ListPath = readonly string[];

export interface InnerRecordsOptions {
  /** Most UTF-16 units of one record; 16 million unless given. */
  readonly maxLength?: number;
  /** Keys of the outermost object that only a record has: where one comes first there is no list. */
  readonly recordKeys?: readonly string[];
  /** Receives what else the objects around the list say, by keys joined with a dot; values above 100,000 characters are left out. */
  readonly onBeside?: (key: string, value: unknown) => void;
  readonly signal: AbortSignal;
}

const MAX_LENGTH = 16_000_000;
const MAX_BESIDE = 100_000;

/**
 * The entries of a list within the one object of a file, one by one: the file is never held whole. One that is no JSON is given
 * with its error, and reading continues.
 *
 * @returns whether there is such a list; nothing was given where not
 * @throws {FileUnreadableError | FileTooLargeError | JsonSyntaxError} naming file and line, once the list has begun
 */
export async function* readInnerRecords(
  file: string,
  lists: readonly ListPath[],
  { signal, ...options }: InnerRecordsOptions,
): AsyncGenerator<JsonRecord, boolean> {
  const scanner = new InnerScanner(file, lists, options);
  for await (const piece of streamText(file, { maxBytes: Infinity, signal })) {
    yield* scanner.push(piece);
    if (scanner.hasNoList) return false;
  }
  return scanner.end();
}

/** What is expected next, or what the characters belong to. */
type State = 'start' | 'key' | 'in-key' | 'colon' | 'value' | 'skip' | 'list' | 'entry' | 'over' | 'no-list';

const SPACE = /[\s\uFEFF]/;

/** Finds the list and its entries by brackets and quotes alone; what is between them is read by `JSON.parse`. */
class InnerScanner {
  readonly #file: string;
  readonly #lists: readonly ListPath[];
  readonly #options: Omit<InnerRecordsOptions, 'signal'>;
  #state: State = 'start';
  /** Keys of the open objects on the way to a list, each with the value that is being read. */
  #path: string[] = [];
  #found: string | null = null;
  #text = '';
  /** Brackets open within a value that is passed over, or an entry. */
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** The value has come to its end. */
  #isWhole = false;
  /** The value is passed over, since nobody wants one as long. */
  #isDropped = false;
  #line = 1;
  #entryLine = 1;
  #count = 0;

  constructor(file: string, lists: readonly ListPath[], options: Omit<InnerRecordsOptions, 'signal'>) {
    this.#file = file;
    this.#lists = lists;
    this.#options = options;
  }

  get hasNoList(): boolean {
    return this.#state === 'no-list';
  }

  *push(piece: string): Generator<JsonRecord> {
    for (let at = 0; at < piece.length && this.#state !== 'no-list'; at += 1) {
      const character = piece.charAt(at);
      if (character === '\n') this.#line += 1;
      switch (this.#state) {
        case 'in-key':
          this.#key(character);
          break;
        case 'skip':
        case 'entry': {
          const end = this.#endOfValue(piece, at);
          this.#text += piece.slice(at, end);
          this.#boundText();
          this.#line += newlines(piece, at + 1, end);
          at = end - 1;
          if (this.#isWhole) yield* this.#whole();
          break;
        }
        default:
          if (!SPACE.test(character)) at -= this.#token(character) ? 1 : 0;
      }
    }
  }

  /** @throws {JsonSyntaxError} where something is left open */
  end(): boolean {
    if (this.#found === null) return false;
    if (this.#state !== 'over') {
      this.#line = this.#state === 'entry' ? this.#entryLine : this.#line;
      throw this.#fault(
        `the file ends within ${this.#state === 'entry' ? `record ${this.#count + 1}` : 'its object'}`,
      );
    }
    return true;
  }

  /** Takes what is no space; whether the character is to be taken once more, in the state that it led to. */
  #token(character: string): boolean {
    switch (this.#state) {
      case 'start':
        this.#state = character === '{' ? this.#opened() : 'no-list';
        return false;
      case 'key':
        if (character === '"') this.#state = this.#begin('in-key');
        else if (character === '}') this.#closed();
        else if (character !== ',') this.#broken('a key is missing');
        return false;
      case 'colon':
        if (character === ':') this.#state = 'value';
        else this.#broken('a colon is missing');
        return false;
      case 'value':
        return this.#value(character);
      case 'list':
        if (character === ']') this.#state = 'key';
        else if (character === '}') this.#broken('a bracket too many');
        else if (character !== ',') {
          this.#entryLine = this.#line;
          this.#state = this.#begin('entry');
          return true;
        }
        return false;
      default:
        this.#broken('something follows the end of the object');
        return false;
    }
  }

  #value(character: string): boolean {
    const isOnTheWay = (list: ListPath): boolean => this.#path.every((key, index) => key === list[index]);
    if (
      character === '[' &&
      this.#lists.some((list) => list.length === this.#path.length && isOnTheWay(list))
    ) {
      if (this.#found !== null)
        throw this.#fault(`there are two lists, ${this.#found} and ${this.#path.join('.')}`);
      this.#found = this.#path.join('.');
      this.#state = 'list';
      return false;
    }
    if (
      character === '{' &&
      this.#lists.some((list) => list.length > this.#path.length && isOnTheWay(list))
    ) {
      this.#state = this.#opened();
      return false;
    }
    this.#state = this.#begin('skip');
    return true;
  }

  #opened(): State {
    this.#path.push('');
    return 'key';
  }

  #closed(): void {
    this.#path.pop();
    if (this.#path.length > 0) this.#state = 'key';
    else this.#state = this.#found === null ? 'no-list' : 'over';
  }

  #begin(state: State): State {
    this.#text = '';
    this.#depth = 0;
    this.#inString = false;
    this.#isEscaped = false;
    this.#isWhole = false;
    this.#isDropped = false;
    return state;
  }

  #key(character: string): void {
    if (this.#isEscaped || character !== '"') {
      this.#isEscaped = !this.#isEscaped && character === '\\';
      this.#text += character;
      if (this.#text.length > MAX_BESIDE) this.#broken('a key is too long');
      return;
    }
    const key = parsed(`"${this.#text}"`);
    if (typeof key !== 'string') this.#broken('a key is no JSON');
    else if (
      this.#path.length === 1 &&
      this.#found === null &&
      this.#options.recordKeys?.includes(key) === true
    ) {
      this.#state = 'no-list';
    } else {
      this.#path[this.#path.length - 1] = key;
      this.#state = 'colon';
    }
  }

  /** Offset behind what belongs to the value from there on; sets whether it is whole with that. */
  #endOfValue(piece: string, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === 0x5c) this.#isEscaped = true;
        else if (code === 0x22) this.#inString = false;
      } else if (code === 0x22) this.#inString = true;
      else if (code === 0x7b || code === 0x5b) this.#depth += 1;
      else if (code === 0x7d || code === 0x5d || (code === 0x2c && this.#depth === 0)) {
        if (this.#depth > 0) this.#depth -= 1;
        else {
          this.#isWhole = true;
          return at;
        }
      }
    }
    return piece.length;
  }

  *#whole(): Generator<JsonRecord> {
    const isEntry = this.#state === 'entry';
    this.#state = isEntry ? 'list' : 'key';
    if (!isEntry) {
      const value = this.#isDropped ? undefined : parsed(this.#text);
      if (value !== undefined) this.#options.onBeside?.(this.#path.join('.'), value);
      return;
    }
    this.#count += 1;
    const at = { line: this.#entryLine, record: this.#count };
    try {
      yield { value: JSON.parse(this.#text) as unknown, ...at };
    } catch (error) {
      yield { value: undefined, ...at, error: error instanceof Error ? error.message : 'it is no JSON' };
    }
  }

  /** Before the list begins, whatever is there is for other readers to tell. */
  #broken(message: string): void {
    if (this.#found !== null) throw this.#fault(message);
    this.#state = 'no-list';
  }

  #boundText(): void {
    const { maxLength = MAX_LENGTH } = this.#options;
    if (this.#state === 'skip') {
      this.#isDropped ||= this.#text.length > MAX_BESIDE;
      if (this.#isDropped) this.#text = '';
    } else if (this.#text.length > maxLength) {
      throw new FileTooLargeError(`a record is longer than ${maxLength} characters`, {
        place: { file: this.#file, line: this.#entryLine },
      });
    }
  }

  #fault(message: string): JsonSyntaxError {
    return new JsonSyntaxError(message, {
      place: { file: this.#file, line: this.#line },
      hint: 'The file is an object around one list of objects.',
    });
  }
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function newlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
