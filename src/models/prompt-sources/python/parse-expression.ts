import { pythonError } from './python-source-error.js';
import type { StringForm } from './string-token.js';
import type { Argument, DictEntry, Expression, PythonModule, TokenRange } from './syntax.js';
import { tokenizePython, type Token } from './tokenize.js';

type Source = Pick<PythonModule, 'file' | 'text' | 'tokens'>;

/** Expressions within expressions; a chain of calls and attributes counts link by link. */
const MAX_DEPTH = 200;

/** Operators between two values by how tightly they bind; `if`, `lambda` and `:=` bind looser than all. */
const BINDING: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  in: 4,
  is: 4,
  not: 4,
  '<': 4,
  '>': 4,
  '<=': 4,
  '>=': 4,
  '==': 4,
  '!=': 4,
  '|': 5,
  '^': 6,
  '&': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '@': 10,
  '/': 10,
  '//': 10,
  '%': 10,
  '**': 12,
};
const NOT_BINDING = 3;
const UNARY_BINDING = 11;
/** Words that end a value. */
const KEYWORDS = new Set([
  'if',
  'else',
  'for',
  'async',
  'in',
  'is',
  'and',
  'or',
  'not',
  'as',
  'from',
  'import',
]);

/**
 * The expression that the tokens spell.
 *
 * @throws {PythonSourceError} where they spell none
 */
export function parseExpression(source: Source, range: TokenRange): Expression {
  const reader = new ExpressionReader(source, range);
  const expression = reader.list();
  reader.expectEnd();
  return expression;
}

/** The expression that begins with the token, as far as names, calls, attributes and positions reach. @throws as above */
export function parsePrimary(source: Source, range: TokenRange): Expression {
  return new ExpressionReader(source, range).primary();
}

/** An expression on its own, such as a field of an f-string. @throws as above */
export function parseExpressionText(text: string, file: string): { source: Source; expression: Expression } {
  // In brackets, so that the ends of lines mean nothing.
  const bracketed = `(${text}\n)`;
  const source = { file, text: bracketed, tokens: tokenizePython(bracketed, file) };
  return { source, expression: parseExpression(source, { from: 1, to: source.tokens.length - 3 }) };
}

class ExpressionReader {
  readonly #source: Source;
  readonly #to: number;
  #at: number;
  #depth = 0;

  constructor(source: Source, { from, to }: TokenRange) {
    this.#source = source;
    this.#at = from;
    this.#to = to;
  }

  /** Expressions with commas between them are a tuple. */
  list(): Expression {
    const start = this.#at;
    const first = this.#item();
    if (this.#word() !== ',') return first;
    const items = [first];
    while (this.#take(',')) {
      if (this.#at >= this.#to || this.#isClosing()) break;
      items.push(this.#item());
    }
    return { ...this.#span(start), type: 'tuple', items };
  }

  expectEnd(): void {
    if (this.#at < this.#to) throw this.#error();
  }

  primary(): Expression {
    const start = this.#at;
    const depth = this.#depth;
    let expression = this.#atom();
    for (;;) {
      const next = this.#step(start, expression);
      if (next === null) break;
      expression = next;
      this.#deeper();
    }
    this.#depth = depth;
    return expression;
  }

  /** `.name`, `(…)` or `[…]` behind a value. */
  #step(start: number, object: Expression): Expression | null {
    if (this.#take('.')) {
      const name = this.#word();
      this.#at += 1;
      return { ...this.#span(start), type: 'attribute', object, name };
    }
    if (this.#take('(')) {
      const given = this.#arguments();
      return { ...this.#span(start), type: 'call', callee: object, arguments: given };
    }
    if (this.#word() === '[') {
      const index = this.#index();
      return index === null
        ? { ...this.#span(start), type: 'other' }
        : { ...this.#span(start), type: 'subscript', object, index };
    }
    return null;
  }

  /** One position; null for slices, which are passed over. */
  #index(): Expression | null {
    const opening = this.#at;
    this.#skipBrackets();
    const closing = this.#at;
    let brackets = 0;
    for (let at = opening; at < closing; at += 1) {
      const word = this.#wordAt(at);
      if (isOpening(word)) brackets += 1;
      if (isClosing(word)) brackets -= 1;
      if (word === ':' && brackets === 1) return null;
    }
    this.#at = opening + 1;
    const index = this.list();
    if (!this.#take(']')) throw this.#error();
    return index;
  }

  #arguments(): Argument[] {
    const given: Argument[] = [];
    while (!this.#take(')')) {
      if (this.#take('*') || this.#take('**')) {
        this.#expression();
      } else if (this.#peek(1) === '=' && this.#token()?.type === 'name') {
        const name = this.#word();
        this.#at += 2;
        given.push({ name, value: this.#expression() });
      } else {
        const start = this.#at;
        given.push({ name: null, value: this.#loop(start, this.#expression()) });
      }
      if (!this.#take(',') && this.#word() !== ')') throw this.#error();
    }
    return given;
  }

  /** An expression, or one with a star, which stands for several. */
  #item(): Expression {
    const start = this.#at;
    if (this.#take('*') || this.#take('**')) {
      this.#expression();
      return { ...this.#span(start), type: 'other' };
    }
    return this.#expression();
  }

  #expression(): Expression {
    const depth = this.#depth;
    this.#deeper();
    const expression = this.#ternary();
    this.#depth = depth;
    return expression;
  }

  #ternary(): Expression {
    const start = this.#at;
    if (this.#word() === 'lambda') return this.#lambda();
    if (this.#word() === 'yield') {
      this.#at += this.#peek(1) === 'from' ? 2 : 1;
      if (this.#at < this.#to && !this.#isClosing()) this.list();
      return { ...this.#span(start), type: 'other' };
    }
    const value = this.#binary(0);
    if (this.#take(':=')) {
      this.#expression();
      return { ...this.#span(start), type: 'other' };
    }
    if (this.#word() !== 'if') return value;
    this.#at += 1;
    const condition = this.#binary(0);
    // The condition of a comprehension.
    if (!this.#take('else')) throw this.#error();
    const otherwise = this.#expression();
    return { ...this.#span(start), type: 'conditional', value, condition, otherwise };
  }

  #lambda(): Expression {
    const start = this.#at;
    this.#at += 1;
    let brackets = 0;
    for (; this.#at < this.#to; this.#at += 1) {
      const word = this.#word();
      if (word === ':' && brackets === 0) break;
      if (isOpening(word)) brackets += 1;
      if (isClosing(word)) brackets -= 1;
    }
    if (!this.#take(':')) throw this.#error();
    const body = this.#expression();
    return { ...this.#span(start), type: 'lambda', body };
  }

  /** Operators that bind tighter than the one before. */
  #binary(minimum: number): Expression {
    const depth = this.#depth;
    this.#deeper();
    const start = this.#at;
    let left = this.#unary();
    /** Of the sum on the left, if it is one of this level: brackets make a sum one operand. */
    let operands: Expression[] = [];
    for (;;) {
      const word = this.#operatorWord();
      const binding = Object.hasOwn(BINDING, word) ? (BINDING[word] ?? 0) : 0;
      if (binding <= minimum) break;
      this.#at += word === 'not' || (word === 'is' && this.#peek(1) === 'not') ? 2 : 1;
      // Powers alone are taken from the right.
      const right = this.#binary(word === '**' ? binding - 1 : binding);
      if (word === '+') {
        if (operands.length === 0) operands.push(left);
        operands.push(right);
        left = { ...this.#span(start), type: 'sum', operands };
      } else {
        operands = [];
        left = { ...this.#span(start), type: 'other' };
      }
    }
    this.#depth = depth;
    return left;
  }

  /** Whether brackets stand around it. */
  #isBracketed(start: number, expression: Expression): boolean {
    return this.#source.tokens[start]?.start !== expression.start;
  }

  /** The word at hand if it can stand between values. */
  #operatorWord(): string {
    const token = this.#token();
    if (token === undefined || token.type === 'string') return '';
    const word = this.#word();
    return word === 'not' && this.#peek(1) !== 'in' ? '' : word;
  }

  #unary(): Expression {
    const start = this.#at;
    const word = this.#word();
    if (word === 'not' || word === 'await' || word === '-' || word === '+' || word === '~') {
      this.#at += 1;
      const value = this.#binary(word === 'not' ? NOT_BINDING : UNARY_BINDING);
      return word === '-' && value.type === 'number' && !value.isNegative
        ? { ...this.#span(start), type: 'number', isNegative: true, digits: value.digits }
        : { ...this.#span(start), type: 'other' };
    }
    return this.primary();
  }

  #atom(): Expression {
    const start = this.#at;
    const token = this.#token();
    if (token === undefined) throw this.#error();
    if (token.type === 'string') return this.#strings();
    const word = this.#word();
    if (token.type === 'number') {
      this.#at += 1;
      return { ...this.#span(start), type: 'number', isNegative: false, digits: word };
    }
    if (token.type === 'name' && !KEYWORDS.has(word)) {
      this.#at += 1;
      return { ...this.#span(start), type: 'name', name: word };
    }
    if (word === '(') return this.#round();
    if (word === '[') return this.#square();
    if (word === '{') return this.#curly();
    if (word === '...') {
      this.#at += 1;
      return { ...this.#span(start), type: 'other' };
    }
    throw this.#error();
  }

  /** Neighbouring literals are one text. */
  #strings(): Expression {
    const start = this.#at;
    const literals: StringForm[] = [];
    for (let token = this.#token(); token?.form !== undefined; token = this.#token()) {
      literals.push(token.form);
      this.#at += 1;
    }
    return { ...this.#span(start), type: 'string', literals };
  }

  #round(): Expression {
    const start = this.#at;
    this.#at += 1;
    if (this.#take(')')) return { ...this.#span(start), type: 'tuple', items: [] };
    const first = this.#at;
    const inner = this.#loop(first, this.list());
    if (!this.#take(')')) throw this.#error();
    // Brackets around one value are no part of it.
    const isOwn =
      inner.type === 'comprehension' || (inner.type === 'tuple' && !this.#isBracketed(first, inner));
    return isOwn ? { ...inner, ...this.#span(start) } : inner;
  }

  #square(): Expression {
    const start = this.#at;
    const items: Expression[] = [];
    this.#at += 1;
    while (!this.#take(']')) {
      const element = this.#item();
      const looped = this.#loop(start, element);
      if (looped !== element) {
        if (!this.#take(']')) throw this.#error();
        return { ...looped, ...this.#span(start) };
      }
      items.push(element);
      if (!this.#take(',') && this.#word() !== ']') throw this.#error();
    }
    return { ...this.#span(start), type: 'list', items };
  }

  #curly(): Expression {
    const start = this.#at;
    const entries: DictEntry[] = [];
    this.#at += 1;
    while (!this.#take('}')) {
      const key = this.#item();
      const value = this.#take(':') ? this.#expression() : null;
      // A set, a comprehension, another dict put in: nothing that texts stand in.
      if (value === null || (!this.#take(',') && this.#word() !== '}')) {
        this.#at = start;
        this.#skipBrackets();
        return { ...this.#span(start), type: 'other' };
      }
      entries.push({ key, value });
    }
    return { ...this.#span(start), type: 'dict', entries };
  }

  /** The comprehension that an element begins; the element itself where none follows. */
  #loop(start: number, element: Expression): Expression {
    if (this.#word() !== 'for' && this.#word() !== 'async') return element;
    if (this.#word() === 'async') return this.#skipLoop(start);
    this.#at += 1;
    const targets: string[] = [];
    for (; this.#at < this.#to && this.#word() !== 'in'; this.#at += 1) {
      if (this.#token()?.type === 'name') targets.push(this.#word());
    }
    if (!this.#take('in')) throw this.#error();
    const iterable = this.#binary(0);
    if (!this.#isClosing()) return this.#skipLoop(start);
    return { ...this.#span(start), type: 'comprehension', element, targets, iterable };
  }

  /** More loops, conditions: passed over up to the bracket that closes. */
  #skipLoop(start: number): Expression {
    while (this.#at < this.#to && !this.#isClosing()) {
      if (isOpening(this.#word())) this.#skipBrackets();
      else this.#at += 1;
    }
    return { ...this.#span(start), type: 'other' };
  }

  #skipBrackets(): void {
    let brackets = 0;
    for (; this.#at < this.#to; this.#at += 1) {
      const word = this.#word();
      if (isOpening(word)) brackets += 1;
      if (isClosing(word)) brackets -= 1;
      if (brackets === 0) break;
    }
    this.#at += 1;
  }

  #deeper(): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw pythonError(this.#source.file, this.#line(), 'expressions are nested too deep');
    }
  }

  #isClosing(): boolean {
    return isClosing(this.#word());
  }

  #token(): Token | undefined {
    return this.#at < this.#to ? this.#source.tokens[this.#at] : undefined;
  }

  /** The name or operator at hand; empty at the end and for a string. */
  #word(): string {
    return this.#peek(0);
  }

  #peek(ahead: number): string {
    return this.#wordAt(this.#at + ahead);
  }

  #wordAt(index: number): string {
    const token = index < this.#to ? this.#source.tokens[index] : undefined;
    return token === undefined || token.type === 'string' ? '' : this.#textOf(token);
  }

  #textOf(token: Token): string {
    return this.#source.text.slice(token.start, token.end);
  }

  #take(word: string): boolean {
    if (this.#word() !== word) return false;
    this.#at += 1;
    return true;
  }

  /** From a token to the one read last. */
  #span(from: number): { start: number; end: number; line: number } {
    const first = this.#source.tokens[from];
    const last = this.#source.tokens[this.#at - 1];
    return { start: first?.start ?? 0, end: last?.end ?? 0, line: first?.line ?? 1 };
  }

  #line(): number {
    return this.#source.tokens[Math.min(this.#at, this.#source.tokens.length - 1)]?.line ?? 1;
  }

  #error(): Error {
    return pythonError(this.#source.file, this.#line(), 'no expression that can be read stands here');
  }
}

function isOpening(word: string): boolean {
  return word === '(' || word === '[' || word === '{';
}

function isClosing(word: string): boolean {
  return word === ')' || word === ']' || word === '}';
}
