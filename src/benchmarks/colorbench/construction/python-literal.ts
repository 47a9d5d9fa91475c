import { BugError } from '../../../errors.js';

/** A text that is no Python literal; `at` counts characters from 0. */
export class PythonLiteralError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/** A value that was JSON as Python prints it: `str` of a list of dicts. */
export function printPythonLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printPythonLiteral).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([key, item]) => `${printPythonLiteral(key)}: ${printPythonLiteral(item)}`,
    );
    return `{${members.join(', ')}}`;
  }
  if (typeof value === 'string') return printText(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'number') return 'None';
  if (!Number.isFinite(value)) throw new BugError(`${value} has no Python literal`);
  return String(value);
}

function printText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign)
    // What Python does not print as it is.
    .replaceAll(/[\p{Cc}\xa0\xad]/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replaceAll(
      /[\u2028\u2029\u200b-\u200f\ufeff]|\p{Cs}/gu,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replaceAll(quote, () => `\\${quote}`);
  return `${quote}${escaped}${quote}`;
}

const WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['True', true],
  ['False', false],
  ['None', null],
  // JSON's words, which people write into such cells, too.
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Deepest nesting that is read. */
const MOST_DEEP = 50;

/**
 * The value of a Python literal of lists, tuples, dicts, texts, numbers, `True`, `False` and `None`; JSON is read, too. Keys of dicts
 * become texts.
 *
 * @throws {PythonLiteralError}
 */
export function parsePythonLiteral(text: string): unknown {
  const reader = new LiteralReader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class LiteralReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  end(): void {
    this.#space();
    if (this.#at < this.#text.length) throw this.#problem('text behind the value');
  }

  value(depth: number): unknown {
    if (depth > MOST_DEEP) throw this.#problem('it is nested too deep');
    this.#space();
    const sign = this.#text.charAt(this.#at);
    if (sign === '[') return this.#items(']', depth);
    if (sign === '(') return this.#items(')', depth);
    if (sign === '{') return this.#members(depth);
    if (sign === "'" || sign === '"') return this.#quoted(sign);
    const [number] = this.#match(/[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y) ?? [];
    if (number !== undefined) return Number(number.replaceAll('_', ''));
    const [word] = this.#match(/[A-Za-z]+/y) ?? [];
    const known = word === undefined ? undefined : WORDS.get(word);
    if (known !== undefined) return known;
    throw this.#problem(sign === '' ? 'it ends too early' : `unexpected ${JSON.stringify(word ?? sign)}`);
  }

  #items(end: string, depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at += 1;
    while (!this.#takes(end)) {
      items.push(this.value(depth + 1));
      if (!this.#takes(',')) {
        if (this.#takes(end)) break;
        throw this.#problem(`expected "," or "${end}"`);
      }
    }
    return items;
  }

  #members(depth: number): Record<string, unknown> {
    const members = new Map<string, unknown>();
    this.#at += 1;
    while (!this.#takes('}')) {
      const key = this.value(depth + 1);
      if (typeof key === 'object' && key !== null) throw this.#problem('a key must be a text');
      if (!this.#takes(':')) throw this.#problem('expected ":"');
      members.set(String(key), this.value(depth + 1));
      if (!this.#takes(',')) {
        if (this.#takes('}')) break;
        throw this.#problem('expected "," or "}"');
      }
    }
    return Object.fromEntries(members);
  }

  #quoted(quote: string): string {
    let text = '';
    this.#at += 1;
    for (;;) {
      const sign = this.#text.charAt(this.#at);
      if (sign === '' || sign === '\n') throw this.#problem('a quote is never closed');
      this.#at += 1;
      if (sign === quote) return text;
      text += sign === '\\' ? this.#escaped() : sign;
    }
  }

  #escaped(): string {
    const [hex] = this.#match(/x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}/y) ?? [];
    if (hex !== undefined) {
      const code = Number.parseInt(hex.slice(1), 16);
      if (code > 0x10ffff) throw this.#problem('there is no such character');
      return String.fromCodePoint(code);
    }
    const sign = this.#text.charAt(this.#at);
    this.#at += 1;
    const known: Readonly<Record<string, string>> = {
      n: '\n',
      r: '\r',
      t: '\t',
      b: '\b',
      f: '\f',
      v: '\v',
      a: '\u0007',
      '0': '\0',
      '/': '/',
      '\\': '\\',
      "'": "'",
      '"': '"',
      '\n': '',
    };
    return known[sign] ?? `\\${sign}`;
  }

  #takes(sign: string): boolean {
    this.#space();
    if (this.#text.charAt(this.#at) !== sign) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at += found[0].length;
    return found;
  }

  #space(): void {
    this.#match(/\s+/y);
  }

  #problem(message: string): PythonLiteralError {
    return new PythonLiteralError(message, this.#at);
  }
}
