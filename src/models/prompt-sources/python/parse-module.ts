import { parseExpression } from './parse-expression.js';
import { pythonError, PythonSourceError } from './python-source-error.js';
import type { ConstantAssignment, PythonModule, Statement, TokenRange } from './syntax.js';
import { tokenizePython, type Token } from './tokenize.js';

/** `elif` in one chain. */
const MAX_ALTERNATIVES = 500;
/** Words that begin a statement with a block behind it. */
const HEADS = new Set(['if', 'elif', 'else', 'for', 'while', 'try', 'except', 'finally', 'with']);
/** Statements that begin with a word and hold no text that is looked for. */
const OTHERS = new Set([
  'assert',
  'break',
  'continue',
  'del',
  'global',
  'import',
  'nonlocal',
  'pass',
  'raise',
  'yield',
]);

/**
 * The statements of a Python module; nothing of it is ever run. A byte order mark is dropped and lines end in LF from here on.
 *
 * @param firstLine of the text in its file, from 1
 * @throws {PythonSourceError} with file and line
 */
export function parsePython(source: string, file: string, firstLine = 1): PythonModule {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const tokens = tokenizePython(text, file, firstLine);
  const body = new StatementReader({ file, text, tokens }).block();
  return { file, text, tokens, body, constants: constantsOf({ text, tokens }, body) };
}

function constantsOf(
  { text, tokens }: Pick<PythonModule, 'text' | 'tokens'>,
  body: readonly Statement[],
): Map<string, ConstantAssignment[]> {
  const constants = new Map<string, ConstantAssignment[]>();
  const collect = (statements: readonly Statement[]): void => {
    for (const statement of statements) {
      if (statement.type === 'block') collect(statement.body);
      if (statement.type !== 'assignment') continue;
      const { targets, operator, value } = statement;
      for (const { from, to } of targets) {
        const token = tokens[from];
        if (token === undefined || to !== from + 1) continue;
        const name = text.slice(token.start, token.end);
        const found = constants.get(name) ?? [];
        found.push({ operator, value });
        constants.set(name, found);
      }
    }
  };
  collect(body);
  return constants;
}

class StatementReader {
  readonly #source: Pick<PythonModule, 'file' | 'text' | 'tokens'>;
  #at = 0;

  constructor(source: Pick<PythonModule, 'file' | 'text' | 'tokens'>) {
    this.#source = source;
  }

  /** Statements up to the end of the block that they stand in. */
  block(): Statement[] {
    const statements: Statement[] = [];
    /** Conditions of the `if` and `elif` that the next `elif` or `else` belongs to. */
    let chain: readonly string[] = [];
    for (;;) {
      const type = this.#token()?.type ?? 'end';
      if (type === 'end' || type === 'dedent') return statements;
      const word = this.#word();
      if (type === 'newline' || type === 'indent') this.#at += 1;
      else if (this.#isDefinition()) statements.push(this.#definition());
      else if (HEADS.has(word) || this.#isHead()) {
        const head = this.#head(word, chain);
        chain = head.chain;
        statements.push(head.statement);
      } else this.#simple(this.#lineEnd(), statements);
    }
  }

  #isDefinition(): boolean {
    const word = this.#word() === 'async' ? this.#word(1) : this.#word();
    return word === 'def' || word === 'class';
  }

  /** A line with a deeper one behind it, such as `match` and `case`. */
  #isHead(): boolean {
    const end = this.#lineEnd();
    return this.#source.tokens[end + 1]?.type === 'indent' && this.#textOf(end - 1) === ':';
  }

  #definition(): Statement {
    const from = this.#at;
    const line = this.#line();
    if (this.#word() === 'async') this.#at += 1;
    const kind = this.#word() === 'def' ? 'function' : 'class';
    const name = this.#word(1);
    this.#at += 2;
    const colon = this.#colon();
    const parameters = kind === 'function' ? this.#parameters(colon) : [];
    this.#at = colon + 1;
    const body = this.#body();
    return { type: 'definition', kind, name, parameters, body, range: { from, to: this.#at }, line };
  }

  /** Names in front of the commas of a function's head. */
  #parameters(colon: number): string[] {
    const names: string[] = [];
    let brackets = 0;
    for (let at = this.#at; at < colon; at += 1) {
      const word = this.#textOf(at);
      const before = this.#textOf(at - 1);
      if (brackets === 1 && this.#source.tokens[at]?.type === 'name' && /^(?:\(|,|\*\*?)$/.test(before)) {
        names.push(word);
      }
      if (isOpening(word)) brackets += 1;
      if (isClosing(word)) brackets -= 1;
    }
    return names;
  }

  #head(word: string, chain: readonly string[]): { statement: Statement; chain: readonly string[] } {
    const line = this.#line();
    const from = this.#at;
    const colon = this.#colon();
    const skipped = word === 'async' ? 1 : 0;
    const written = this.#textBetween(from + skipped, colon);
    const condition = this.#condition(from + 1, colon);
    if (chain.length > MAX_ALTERNATIVES) {
      throw pythonError(this.#source.file, line, 'a condition has too many alternatives');
    }
    const before = chain.map((earlier) => `else of ${earlier}`);
    this.#at = colon + 1;
    const body = this.#body();
    const block = { type: 'block', targets: this.#targets({ from, to: colon }), body, line } as const;
    if (word === 'else') return { statement: { ...block, guards: before }, chain: [] };
    if (word === 'elif') {
      return {
        statement: { ...block, guards: [...before, `if ${condition}`] },
        chain: [...chain, condition],
      };
    }
    // The `else` of a loop or of `try` belongs to the head that it follows.
    const own = word === 'if' ? condition : written;
    return { statement: { ...block, guards: [word === 'if' ? `if ${own}` : own] }, chain: [own] };
  }

  /** Brackets around the whole of a condition are no part of it. */
  #condition(from: number, to: number): string {
    if (this.#textOf(from) !== '(') return this.#textBetween(from, to);
    try {
      const { start, end } = parseExpression(this.#source, { from, to });
      return this.#source.text.slice(start, end);
    } catch (error) {
      if (error instanceof PythonSourceError) return this.#textBetween(from, to);
      throw error;
    }
  }

  /** Names between `for` and `in`, and behind `as`. */
  #targets({ from, to }: TokenRange): string[] {
    const names: string[] = [];
    let isTarget = false;
    for (let at = from; at < to; at += 1) {
      const word = this.#textOf(at);
      if (word === 'for' || word === 'as') isTarget = true;
      else if (word === 'in' || word === ':' || word === ',') isTarget &&= word === ',';
      else if (isTarget && this.#source.tokens[at]?.type === 'name') names.push(word);
    }
    return names;
  }

  /** The block behind a colon: on lines of its own, or on the same line. */
  #body(): Statement[] {
    if (this.#token()?.type !== 'newline') return this.#simple(this.#lineEnd(), []);
    this.#at += 1;
    if (this.#token()?.type !== 'indent') return [];
    this.#at += 1;
    const body = this.block();
    if (this.#token()?.type === 'dedent') this.#at += 1;
    return body;
  }

  /** Puts the statements up to the end of the line, with `;` between them, to the others. */
  #simple(end: number, statements: Statement[]): Statement[] {
    let from = this.#at;
    let brackets = 0;
    for (let at = from; at <= end; at += 1) {
      const word = at === end ? ';' : this.#textOf(at);
      if (isOpening(word)) brackets += 1;
      if (isClosing(word)) brackets -= 1;
      if (word !== ';' || (brackets > 0 && at < end)) continue;
      if (at > from) statements.push(this.#statement({ from, to: at }));
      from = at + 1;
    }
    this.#at = end + 1;
    return statements;
  }

  #statement(range: TokenRange): Statement {
    const line = this.#source.tokens[range.from]?.line ?? 1;
    const word = this.#textOf(range.from);
    if (word === 'return') {
      const value = range.to > range.from + 1 ? { from: range.from + 1, to: range.to } : null;
      return { type: 'return', value, line };
    }
    if (word === 'from') return this.#import(range, line);
    if (OTHERS.has(word) || word === '@') return { type: 'other', range, line };
    return this.#assignment(range, line) ?? { type: 'other', range, line };
  }

  #import(range: TokenRange, line: number): Statement {
    const { tokens, text } = this.#source;
    let at = range.from + 1;
    while (at < range.to && this.#textOf(at) !== 'import') at += 1;
    const module = text
      .slice(tokens[range.from + 1]?.start ?? 0, tokens[at]?.start ?? 0)
      .replaceAll(/\s+/g, '');
    const names: { name: string; as: string }[] = [];
    for (at += 1; at < range.to; at += 1) {
      if (tokens[at]?.type !== 'name') continue;
      const name = this.#textOf(at);
      const isRenamed = this.#textOf(at + 1) === 'as';
      names.push({ name, as: isRenamed ? this.#textOf(at + 2) : name });
      if (isRenamed) at += 2;
    }
    return { type: 'import', module, names, line };
  }

  /** `a = b = value`, `a: type = value`, `a += value`; null for whatever else. */
  #assignment({ from, to }: TokenRange, line: number): Statement | null {
    const targets: TokenRange[] = [];
    let operator: '=' | '+=' = '=';
    let start = from;
    let colon: number | null = null;
    let brackets = 0;
    for (let at = from; at < to; at += 1) {
      const word = this.#textOf(at);
      if (word === 'lambda') break;
      if (isOpening(word)) brackets += 1;
      if (isClosing(word)) brackets -= 1;
      if (brackets > 0) continue;
      if (word === ':' && targets.length === 0) colon ??= at;
      if (word !== '=' && word !== '+=') continue;
      if (word === '+=') operator = '+=';
      targets.push({ from: start, to: colon ?? at });
      start = at + 1;
      colon = null;
      if (word === '+=') break;
    }
    if (targets.length === 0 || start >= to) return null;
    return { type: 'assignment', operator, targets, value: { from: start, to }, line };
  }

  /** The colon that ends the head of a block. */
  #colon(): number {
    const end = this.#lineEnd();
    let brackets = 0;
    for (let at = this.#at; at < end; at += 1) {
      const word = this.#textOf(at);
      if (isOpening(word)) brackets += 1;
      if (isClosing(word)) brackets -= 1;
      if (word === ':' && brackets === 0) return at;
    }
    throw pythonError(this.#source.file, this.#line(), 'the head of a block has no colon');
  }

  /** Index of the token that ends the line at hand. */
  #lineEnd(): number {
    let at = this.#at;
    while (this.#source.tokens[at] !== undefined && this.#source.tokens[at]?.type !== 'newline') at += 1;
    return at;
  }

  #token(): Token | undefined {
    return this.#source.tokens[this.#at];
  }

  #line(): number {
    return this.#token()?.line ?? 1;
  }

  #word(ahead = 0): string {
    return this.#textOf(this.#at + ahead);
  }

  /** A name or operator; empty for a string and where there is nothing. */
  #textOf(index: number): string {
    const token = this.#source.tokens[index];
    return token === undefined || token.type === 'string'
      ? ''
      : this.#source.text.slice(token.start, token.end);
  }

  #textBetween(from: number, to: number): string {
    const first = this.#source.tokens[from];
    const last = this.#source.tokens[to - 1];
    return from >= to ? '' : this.#source.text.slice(first?.start ?? 0, last?.end ?? 0);
  }
}

function isOpening(word: string): boolean {
  return word === '(' || word === '[' || word === '{';
}

function isClosing(word: string): boolean {
  return word === ')' || word === ']' || word === '}';
}
