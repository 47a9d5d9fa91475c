import { pythonError } from './python-source-error.js';
import { stringAt, UnfinishedString, type StringForm } from './string-token.js';

export interface Token {
  readonly type: 'name' | 'number' | 'string' | 'operator' | 'newline' | 'indent' | 'dedent' | 'end';
  /** Places in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  /** Of a string alone. */
  readonly form?: StringForm;
}

/** Characters of a module that is read. */
const MAX_PYTHON_LENGTH = 1024 * 1024;
/** Brackets within brackets, and blocks within blocks. */
const MAX_DEPTH = 100;

const NAME = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy;
const NUMBER = /(?:0[xXoObB][0-9a-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?)/y;
const OPERATOR = /\*\*=|\/\/=|>>=|<<=|\.\.\.|->|:=|[+\-*/%&|^@=!<>]=|\*\*|\/\/|<<|>>|[^\s\w]/uy;
const BLANKS = /[ \t\f]*/y;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * The tokens of a Python module whose lines end in LF. Comments and lines without code are left out, and so are the ends of
 * lines within brackets. The last token is `end`.
 *
 * @throws {PythonSourceError} where a string or a bracket does not close, a block's indentation fits nothing, or the text is
 * too large or too deep
 */
export function tokenizePython(text: string, file: string, firstLine = 1): Token[] {
  return new Tokenizer(text, file, firstLine).tokens();
}

class Tokenizer {
  readonly #text: string;
  readonly #file: string;
  readonly #tokens: Token[] = [];
  readonly #brackets: string[] = [];
  /** Columns of the blocks that are open. */
  readonly #indents = [0];
  #at = 0;
  #line: number;

  constructor(text: string, file: string, firstLine: number) {
    this.#text = text;
    this.#file = file;
    this.#line = firstLine;
  }

  tokens(): Token[] {
    if (this.#text.length > MAX_PYTHON_LENGTH) {
      throw this.#error(`the file has more than ${MAX_PYTHON_LENGTH} characters`);
    }
    this.#indentation();
    while (this.#at < this.#text.length) this.#next();
    const [open] = this.#brackets.slice(-1);
    if (open !== undefined) throw this.#error(`a bracket is never closed; ${open} is missing`);
    this.#newline();
    while (this.#indents.length > 1) {
      this.#indents.pop();
      this.#push('dedent', this.#at);
    }
    this.#push('end', this.#at);
    return this.#tokens;
  }

  #next(): void {
    const letter = this.#text[this.#at] ?? '';
    if (letter === '\n') this.#lineEnd();
    else if (/\s/.test(letter)) this.#at += 1;
    else if (letter === '#') this.#comment();
    else if (letter === '\\' && this.#text[this.#at + 1] === '\n') {
      this.#at += 2;
      this.#line += 1;
    } else this.#token(letter);
  }

  #token(letter: string): void {
    if (this.#string()) return;
    const number = /[\d.]/.test(letter) ? this.#match(NUMBER) : null;
    if (number !== null) return this.#push('number', this.#at + number.length);
    const name = this.#match(NAME);
    if (name !== null) return this.#push('name', this.#at + name.length);
    const operator = this.#match(OPERATOR) ?? letter;
    this.#bracket(operator);
    this.#push('operator', this.#at + operator.length);
  }

  #string(): boolean {
    try {
      const form = stringAt(this.#text, this.#at);
      if (form === null) return false;
      const lines = this.#text.slice(this.#at, form.end).split('\n').length - 1;
      this.#push('string', form.end, form);
      this.#line += lines;
      return true;
    } catch (error) {
      if (error instanceof UnfinishedString) throw this.#error('a string is never closed');
      throw error;
    }
  }

  #bracket(operator: string): void {
    const closing = CLOSING[operator];
    if (closing !== undefined) {
      this.#brackets.push(closing);
      if (this.#brackets.length > MAX_DEPTH) throw this.#error('brackets are nested too deep');
    } else if (/^[)\]}]$/.test(operator) && this.#brackets.pop() !== operator) {
      throw this.#error(`${operator} closes nothing`);
    }
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #lineEnd(): void {
    const isWithin = this.#brackets.length > 0;
    if (!isWithin) this.#newline();
    this.#at += 1;
    this.#line += 1;
    if (!isWithin) this.#indentation();
  }

  #newline(): void {
    const last = this.#tokens.at(-1)?.type ?? 'newline';
    if (!['newline', 'indent', 'dedent'].includes(last)) this.#push('newline', this.#at);
  }

  /** At the beginning of a line; lines without code have none. */
  #indentation(): void {
    const blanks = this.#match(BLANKS) ?? '';
    const first = this.#text[this.#at + blanks.length];
    if (first === undefined || first === '\n' || first === '#') return;
    let column = 0;
    for (const blank of blanks) {
      if (blank === '\t') column += 8 - (column % 8);
      else column = blank === '\f' ? 0 : column + 1;
    }
    this.#at += blanks.length;
    if (column > (this.#indents.at(-1) ?? 0)) {
      this.#indents.push(column);
      if (this.#indents.length > MAX_DEPTH) throw this.#error('blocks are nested too deep');
      this.#push('indent', this.#at);
    }
    while (column < (this.#indents.at(-1) ?? 0)) {
      this.#indents.pop();
      this.#push('dedent', this.#at);
      if (column > (this.#indents.at(-1) ?? 0)) {
        throw this.#error('the line is indented as no block around it');
      }
    }
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? null;
  }

  #push(type: Token['type'], end: number, form?: StringForm): void {
    this.#tokens.push({
      type,
      start: this.#at,
      end,
      line: this.#line,
      ...(form === undefined ? {} : { form }),
    });
    this.#at = end;
  }

  #error(message: string): Error {
    return pythonError(this.#file, this.#line, message);
  }
}
