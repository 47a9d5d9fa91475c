/** A value that a Python literal spells. */
export type PythonValue =
  | number
  | boolean
  | string
  | null
  | { readonly kind: 'tuple' | 'list' | 'set'; readonly items: readonly PythonValue[] };

/** Brackets within brackets that are still read; Python's own reader gives up not far beyond. */
const MAX_DEPTH = 90;

/** Thrown where the text stops being a literal. */
class NoLiteral {
  readonly reason = 'not a literal';
}

/**
 * The value of a Python literal: numbers with at most one sign, strings, tuples (with or without brackets), lists, sets,
 * `True`, `False`, `None`, nested as they like; null where the text is anything else, expressions included. Nothing is
 * ever evaluated.
 *
 * Source: GUIOdyssey's evaluator calls Python's `eval` on predictions; what it takes from them is the literals.
 */
export function readPythonLiteral(text: string): { readonly value: PythonValue } | null {
  try {
    return { value: new LiteralReader(text).read() };
  } catch (error) {
    if (error instanceof NoLiteral) return null;
    throw error;
  }
}

/**
 * The members of a Python dictionary of literals, the last of equal names counting; null where the text is anything else, and for
 * one with a name that is no text. Nothing is ever evaluated.
 */
export function readPythonDict(text: string): ReadonlyMap<string, PythonValue> | null {
  try {
    return new LiteralReader(text).readDict();
  } catch (error) {
    if (error instanceof NoLiteral) return null;
    throw error;
  }
}

const NUMBER =
  /(?:0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:(?:\d(?:_?\d)*)?\.\d(?:_?\d)*|\d(?:_?\d)*\.?)(?:[eE][+-]?\d(?:_?\d)*)?)/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const WORDS: ReadonlyMap<string, PythonValue> = new Map<string, PythonValue>([
  ['True', true],
  ['False', false],
  ['None', null],
]);
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};
const CLOSING: Readonly<Record<string, { close: string; kind: 'tuple' | 'list' | 'set' }>> = {
  '(': { close: ')', kind: 'tuple' },
  '[': { close: ']', kind: 'list' },
  '{': { close: '}', kind: 'set' },
};

class LiteralReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): PythonValue {
    this.#space();
    const first = this.#value();
    this.#space();
    const items = [first];
    let isTuple = false;
    while (this.#text[this.#at] === ',') {
      isTuple = true;
      this.#at += 1;
      this.#space();
      if (this.#isOver()) break;
      items.push(this.#value());
      this.#space();
    }
    if (!this.#isOver()) throw new NoLiteral();
    return isTuple ? { kind: 'tuple', items } : first;
  }

  readDict(): ReadonlyMap<string, PythonValue> {
    const members = new Map<string, PythonValue>();
    this.#space();
    this.#take('{');
    this.#depth += 1;
    this.#space();
    while (this.#text[this.#at] !== '}') {
      const name = this.#value();
      if (typeof name !== 'string') throw new NoLiteral();
      this.#space();
      this.#take(':');
      this.#space();
      members.set(name, this.#value());
      this.#space();
      if (this.#text[this.#at] === ',') {
        this.#at += 1;
        this.#space();
      } else if (this.#text[this.#at] !== '}') throw new NoLiteral();
    }
    this.#at += 1;
    this.#depth -= 1;
    this.#space();
    if (!this.#isOver()) throw new NoLiteral();
    return members;
  }

  #take(letter: string): void {
    if (this.#text[this.#at] !== letter) throw new NoLiteral();
    this.#at += 1;
  }

  /** Nothing is left but line ends; an expression does not go on behind one. */
  #isOver(): boolean {
    const start = this.#at;
    while (this.#depth === 0 && /[\n\r]/.test(this.#text[this.#at] ?? '')) {
      this.#at += 1;
      this.#space();
    }
    const isOver = this.#at >= this.#text.length;
    if (!isOver && this.#at > start) throw new NoLiteral();
    return isOver;
  }

  /** Blanks and comments; line ends too within brackets, where they mean nothing. */
  #space(): void {
    for (;;) {
      const letter = this.#text[this.#at];
      if (letter === ' ' || letter === '\t' || letter === '\f') this.#at += 1;
      else if (this.#depth > 0 && (letter === '\n' || letter === '\r')) this.#at += 1;
      else if (letter === '#') {
        const end = this.#text.indexOf('\n', this.#at);
        this.#at = end < 0 ? this.#text.length : end;
      } else return;
    }
  }

  #value(): PythonValue {
    const letter = this.#text[this.#at] ?? '';
    const bracket = CLOSING[letter];
    if (bracket !== undefined) return this.#bracketed(bracket.close, bracket.kind);
    if (letter === "'" || letter === '"') return this.#string();
    if (letter === '+' || letter === '-') {
      this.#at += 1;
      this.#space();
      const value = this.#number();
      return letter === '-' ? -value : value;
    }
    if (/[0-9.]/.test(letter)) return this.#number();
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0] ?? '';
    const value = WORDS.get(word);
    if (value === undefined) throw new NoLiteral();
    this.#at += word.length;
    return value;
  }

  #bracketed(close: string, kind: 'tuple' | 'list' | 'set'): PythonValue {
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new NoLiteral();
    const items: PythonValue[] = [];
    let hasComma = false;
    this.#space();
    while (this.#text[this.#at] !== close) {
      items.push(this.#value());
      this.#space();
      if (this.#text[this.#at] === ',') {
        hasComma = true;
        this.#at += 1;
        this.#space();
      } else if (this.#text[this.#at] !== close) throw new NoLiteral();
    }
    this.#at += 1;
    this.#depth -= 1;
    const [only] = items;
    // `(5)` is a number in brackets; `{}` is an empty dictionary, which is no set.
    if (kind === 'tuple' && items.length === 1 && !hasComma && only !== undefined) return only;
    if (kind === 'set' && items.length === 0) throw new NoLiteral();
    return { kind, items };
  }

  #number(): number {
    NUMBER.lastIndex = this.#at;
    const written = NUMBER.exec(this.#text)?.[0] ?? '';
    const after = this.#text[this.#at + written.length] ?? '';
    // Zeros before other digits are an error in Python, and so is a letter right after a number.
    const isWhole = /^\d[\d_]*$/.test(written);
    if (written === '' || /[A-Za-z0-9_.]/.test(after) || (isWhole && /^0[0_]*[1-9]/.test(written))) {
      throw new NoLiteral();
    }
    this.#at += written.length;
    return Number(written.replaceAll('_', ''));
  }

  /** Neighbouring strings are one. */
  #string(): string {
    let value = '';
    for (;;) {
      const quote = this.#text[this.#at] ?? '';
      if (quote !== "'" && quote !== '"') return value;
      value += this.#quoted(quote);
      this.#space();
    }
  }

  #quoted(quote: string): string {
    const isLong = this.#text.startsWith(quote.repeat(3), this.#at);
    const end = isLong ? quote.repeat(3) : quote;
    this.#at += end.length;
    let value = '';
    for (;;) {
      const letter = this.#text[this.#at];
      if (letter === undefined || (letter === '\n' && !isLong)) throw new NoLiteral();
      if (this.#text.startsWith(end, this.#at)) {
        this.#at += end.length;
        return value;
      }
      this.#at += 1;
      if (letter !== '\\') {
        value += letter;
        continue;
      }
      const escaped = this.#text[this.#at] ?? '';
      const digits = { x: 2, u: 4, U: 8 }[escaped];
      if (digits !== undefined) {
        const code = this.#text.slice(this.#at + 1, this.#at + 1 + digits);
        if (code.length < digits || !/^[\da-f]+$/i.test(code)) throw new NoLiteral();
        const point = Number.parseInt(code, 16);
        if (point > 0x10ffff) throw new NoLiteral();
        value += String.fromCodePoint(point);
        this.#at += 1 + digits;
        continue;
      }
      const meant = ESCAPES[escaped];
      value += meant ?? `\\${escaped}`;
      this.#at += 1;
    }
  }
}
