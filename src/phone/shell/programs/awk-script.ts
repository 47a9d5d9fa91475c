import { Pattern } from '../../pattern/pattern.js';
import { PatternError } from '../../pattern/pattern-program.js';

export type AwkExpression =
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'pattern'; readonly pattern: Pattern }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'field'; readonly index: AwkExpression }
  | {
      readonly type: 'assign';
      readonly target: AwkExpression;
      readonly operator: string;
      readonly value: AwkExpression;
    }
  | { readonly type: 'step'; readonly target: AwkExpression; readonly by: 1 | -1; readonly isBefore: boolean }
  | { readonly type: 'unary'; readonly operator: string; readonly operand: AwkExpression }
  | {
      readonly type: 'binary';
      readonly operator: string;
      readonly left: AwkExpression;
      readonly right: AwkExpression;
    }
  | {
      readonly type: 'choice';
      readonly condition: AwkExpression;
      readonly yes: AwkExpression;
      readonly no: AwkExpression;
    }
  | { readonly type: 'call'; readonly name: string; readonly values: readonly AwkExpression[] };

export type AwkStatement =
  | { readonly type: 'print' | 'printf'; readonly values: readonly AwkExpression[] }
  | { readonly type: 'expression'; readonly value: AwkExpression }
  | {
      readonly type: 'if';
      readonly condition: AwkExpression;
      readonly yes: readonly AwkStatement[];
      readonly no: readonly AwkStatement[];
    }
  | { readonly type: 'next' }
  | { readonly type: 'exit'; readonly value: AwkExpression | null };

export interface AwkRule {
  readonly when: 'begin' | 'end' | AwkExpression | null;
  /** Where a range ends. */
  readonly to: AwkExpression | null;
  /** Null: print the line. */
  readonly body: readonly AwkStatement[] | null;
}

const TOKEN =
  /[ \t]*(?:\\\n[ \t]*)?(?:(#[^\n]*)|([0-9]+\.?[0-9]*(?:[eE][-+]?[0-9]+)?|\.[0-9]+)|"((?:[^"\\\n]|\\[\s\S])*)"|([A-Za-z_]\w*)|(&&|\|\||[-+*/%=!<>]=|\+\+|--|!~|[-+*/%=!<>~?:,;{}()$\n]))/y;

const FUNCTIONS = new Set('length substr index tolower toupper int sub gsub sprintf'.split(' '));
const WORDS = new Set(['print', 'printf', 'if', 'else', 'next', 'exit', 'BEGIN', 'END']);
const DEEPEST = 100;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  '\\': '\\',
  '/': '/',
};

const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['~', '!~'],
  ['<', '<=', '==', '!=', '>', '>='],
  [' '],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Reads a program. @throws {PatternError} for what is no program, or one of the many that need more of awk than is here */
export function parseAwk(script: string): readonly AwkRule[] {
  return new AwkParser(script).rules();
}

interface Token {
  readonly type: 'number' | 'text' | 'name' | 'mark' | 'end';
  readonly text: string;
}

class AwkParser {
  readonly #script: string;
  #position = 0;
  #token: Token = { type: 'end', text: '' };
  #start = 0;
  #depth = 0;

  constructor(script: string) {
    this.#script = script;
    this.#advance();
  }

  rules(): AwkRule[] {
    const rules: AwkRule[] = [];
    for (this.#skipEnds(); this.#token.type !== 'end'; this.#skipEnds()) {
      let when: AwkRule['when'] = null;
      let to: AwkExpression | null = null;
      if (this.#acceptName('BEGIN')) when = 'begin';
      else if (this.#acceptName('END')) when = 'end';
      else if (!this.#is('{')) {
        when = this.#expression();
        if (this.#accept(',')) to = this.#expression();
      }
      rules.push({ when, to, body: this.#is('{') ? this.#block() : null });
    }
    return rules;
  }

  #bad(): PatternError {
    return new PatternError(`syntax error near '${this.#script.slice(this.#start, this.#start + 30)}'`);
  }

  #advance(): void {
    for (;;) {
      TOKEN.lastIndex = this.#position;
      const match = TOKEN.exec(this.#script);
      this.#start = this.#position;
      if (!match) {
        if (this.#script.slice(this.#position).trim()) throw this.#bad();
        this.#token = { type: 'end', text: '' };
        return;
      }
      this.#position = TOKEN.lastIndex;
      const [, comment, number, text, name, mark] = match;
      if (comment !== undefined) continue;
      if (number !== undefined) this.#token = { type: 'number', text: number };
      else if (text !== undefined) this.#token = { type: 'text', text };
      else if (name !== undefined) this.#token = { type: 'name', text: name };
      else this.#token = { type: 'mark', text: mark ?? '' };
      return;
    }
  }

  #is(mark: string): boolean {
    return this.#token.type === 'mark' && this.#token.text === mark;
  }

  #accept(mark: string): boolean {
    if (!this.#is(mark)) return false;
    this.#advance();
    return true;
  }

  #expect(mark: string): void {
    if (!this.#accept(mark)) throw this.#bad();
  }

  #acceptName(name: string): boolean {
    if (this.#token.type !== 'name' || this.#token.text !== name) return false;
    this.#advance();
    return true;
  }

  #skipNewlines(): void {
    while (this.#is('\n')) this.#advance();
  }

  #skipEnds(): void {
    while (this.#is(';') || this.#is('\n')) this.#advance();
  }

  #deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new PatternError('nested too deeply');
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #block(): AwkStatement[] {
    this.#expect('{');
    const statements: AwkStatement[] = [];
    for (this.#skipEnds(); !this.#accept('}'); this.#skipEnds())
      statements.push(...this.#deeper(() => this.#statement()));
    return statements;
  }

  #statement(): AwkStatement[] {
    if (this.#is('{')) return this.#block();
    const name = this.#token.type === 'name' ? this.#token.text : '';
    if (name === 'if') {
      this.#advance();
      this.#expect('(');
      const condition = this.#expression();
      this.#expect(')');
      while (this.#is('\n')) this.#advance();
      const yes = this.#deeper(() => this.#statement());
      this.#skipEnds();
      const no = this.#acceptName('else') ? this.#deeper(() => this.#statement()) : [];
      return [{ type: 'if', condition, yes, no }];
    }
    let statement: AwkStatement;
    if (name === 'print' || name === 'printf') {
      this.#advance();
      statement = { type: name, values: this.#printed() };
    } else if (name === 'next') {
      this.#advance();
      statement = { type: 'next' };
    } else if (name === 'exit') {
      this.#advance();
      statement = { type: 'exit', value: this.#isStatementEnd() ? null : this.#expression() };
    } else statement = { type: 'expression', value: this.#expression() };
    if (!this.#isStatementEnd()) throw this.#bad();
    return [statement];
  }

  #isStatementEnd(): boolean {
    return this.#token.type === 'end' || this.#is(';') || this.#is('\n') || this.#is('}');
  }

  #printed(): AwkExpression[] {
    if (this.#isStatementEnd()) return [];
    const values = [this.#expression()];
    while (this.#accept(',')) values.push(this.#expression());
    return values;
  }

  #expression(): AwkExpression {
    return this.#deeper(() => {
      const left = this.#choice();
      const operator = this.#token.type === 'mark' ? this.#token.text : '';
      if (!['=', '+=', '-=', '*=', '/=', '%='].includes(operator)) return left;
      if (left.type !== 'variable' && left.type !== 'field') throw this.#bad();
      this.#advance();
      return { type: 'assign', target: left, operator: operator.slice(0, -1), value: this.#expression() };
    });
  }

  #choice(): AwkExpression {
    const condition = this.#binary(0);
    if (!this.#accept('?')) return condition;
    const yes = this.#expression();
    this.#expect(':');
    return { type: 'choice', condition, yes, no: this.#expression() };
  }

  #binary(level: number): AwkExpression {
    const operators = LEVELS[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const isJoin = operators[0] === ' ';
      const operator = isJoin
        ? this.#isOperand()
          ? ' '
          : ''
        : this.#token.type === 'mark'
          ? this.#token.text
          : '';
      if (!operators.includes(operator)) return left;
      if (!isJoin) this.#advance();
      if (level < 2) this.#skipNewlines();
      left = { type: 'binary', operator, left, right: this.#binary(level + 1) };
    }
  }

  /** Whether an operand begins here that is joined to the one before. */
  #isOperand(): boolean {
    const { type, text } = this.#token;
    if (type === 'name') return !WORDS.has(text);
    return type === 'number' || type === 'text' || (type === 'mark' && ['$', '(', '!'].includes(text));
  }

  #unary(): AwkExpression {
    const operator = this.#token.type === 'mark' ? this.#token.text : '';
    if (operator === '!' || operator === '-' || operator === '+') {
      this.#advance();
      return { type: 'unary', operator, operand: this.#deeper(() => this.#unary()) };
    }
    if (operator === '++' || operator === '--') {
      this.#advance();
      return { type: 'step', target: this.#operand(), by: operator === '++' ? 1 : -1, isBefore: true };
    }
    const operand = this.#operand();
    if (!this.#is('++') && !this.#is('--')) return operand;
    if (operand.type !== 'variable' && operand.type !== 'field') return operand;
    const by = this.#is('++') ? 1 : -1;
    this.#advance();
    return { type: 'step', target: operand, by, isBefore: false };
  }

  #operand(): AwkExpression {
    const { type, text } = this.#token;
    if (type === 'number') {
      this.#advance();
      return { type: 'number', value: Number(text) };
    }
    if (type === 'text') {
      this.#advance();
      const value = text.replace(/\\([\s\S])/g, (whole, code: string) => ESCAPES[code] ?? whole);
      return { type: 'text', value };
    }
    if (type === 'mark' && (text === '/' || text === '/=')) return this.#pattern();
    if (this.#accept('$')) return { type: 'field', index: this.#deeper(() => this.#fieldIndex()) };
    if (this.#accept('(')) {
      const value = this.#expression();
      this.#expect(')');
      return value;
    }
    if (type !== 'name' || WORDS.has(text)) throw this.#bad();
    this.#advance();
    if (!FUNCTIONS.has(text)) {
      if (this.#is('(')) throw this.#bad();
      return { type: 'variable', name: text };
    }
    const values: AwkExpression[] = [];
    if (this.#accept('(')) {
      while (!this.#accept(')')) {
        values.push(this.#expression());
        if (!this.#is(')')) this.#expect(',');
      }
    } else if (text !== 'length') throw this.#bad();
    return { type: 'call', name: text, values };
  }

  #fieldIndex(): AwkExpression {
    if (this.#accept('-')) return { type: 'unary', operator: '-', operand: this.#operand() };
    return this.#operand();
  }

  #pattern(): AwkExpression {
    const start =
      this.#start + (/^\s*/.exec(this.#script.slice(this.#start, this.#start + 100))?.[0].length ?? 0) + 1;
    let end = start;
    while (end < this.#script.length && this.#script[end] !== '/' && this.#script[end] !== '\n')
      end += this.#script[end] === '\\' ? 2 : 1;
    if (this.#script[end] !== '/') throw this.#bad();
    const text = this.#script.slice(start, end).replaceAll('\\/', '/');
    this.#position = end + 1;
    this.#advance();
    return { type: 'pattern', pattern: new Pattern(text, { syntax: 'extended' }) };
  }
}
