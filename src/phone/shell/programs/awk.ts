import { Complaint } from '../answer.js';
import { Pattern } from '../../pattern/pattern.js';
import { PatternError } from '../../pattern/pattern-program.js';
import { parseAwk, type AwkExpression, type AwkRule, type AwkStatement } from './awk-script.js';
import { linesOf } from './lines.js';
import { openInputs } from './open-inputs.js';
import { readOptions } from './read-options.js';
import { replaceMatches } from './replace-matches.js';
import { formatted } from './printf.js';
import type { Program } from '../program.js';

/** Characters that a value may have. */
const LONGEST_VALUE = 8 * 1024 * 1024;

/** Fields of a line; more are not separated. */
const MOST_FIELDS = 100_000;

type Value = string | number;

/** Ends the line, or the program. */
class Jump extends Error {
  readonly status: number | null;

  constructor(status: number | null) {
    super('jump');
    this.status = status;
  }
}

/**
 * Prints parts of lines. Rules, expressions, variables, `print`, `printf`, `if`, `next` and `exit`; no loops, arrays or
 * functions of one's own.
 *
 * Source: POSIX.1-2017 `awk`.
 */
export const awk: Program = async (call) => {
  const options = readOptions(call, 'F:v:f:', 2);
  const names = options.arguments.slice();
  const file = options.value('f');
  const bytes =
    file === undefined ? undefined : call.system.files.read(call.system.files.resolve(file, call.folder));
  const script = bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : names.shift();
  if (script === undefined || typeof bytes === 'string')
    throw new Complaint(file === undefined ? 'no program' : `${file}: cannot be read`, 2);
  const machine = new Machine(options.value('F'));
  for (const assignment of options.values('v')) machine.assign(assignment);
  let status: number | undefined;
  let text = '';
  const flush = async (): Promise<void> => {
    if (text) await call.stdout(text);
    text = '';
  };
  machine.print = (more) => {
    text += more;
  };
  try {
    const rules = parseAwk(script);
    try {
      machine.runAll(rules, 'begin');
      await flush();
      if (rules.some(({ when }) => when !== 'begin')) {
        for await (const { input } of openInputs(call, names)) {
          for await (const { lines } of linesOf(input)) {
            for (const line of lines) {
              machine.runLine(rules, line);
              if (text.length > 64 * 1024) await flush();
            }
            await flush();
          }
        }
      }
    } catch (error) {
      if (!(error instanceof Jump)) throw error;
      status = error.status ?? 0;
    }
    try {
      machine.runAll(rules, 'end');
    } catch (error) {
      if (!(error instanceof Jump)) throw error;
      status = error.status ?? status;
    }
    await flush();
    return status;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    await flush();
    throw new Complaint(error.message, 2);
  }
};

class Machine {
  print: (text: string) => void = () => {};
  readonly #variables = new Map<string, Value>([
    ['FS', ' '],
    ['OFS', ' '],
    ['ORS', '\n'],
    ['NR', 0],
    ['FNR', 0],
  ]);
  /** Rules whose range has begun and not ended. */
  readonly #open = new Set<AwkRule>();
  #line = '';
  #fields: string[] | null = [];

  constructor(separator: string | undefined) {
    if (separator !== undefined)
      this.#variables.set('FS', separator === 't' ? '\t' : separator.replaceAll('\\t', '\t'));
  }

  assign(assignment: string): void {
    const equals = assignment.indexOf('=');
    if (equals > 0) this.#variables.set(assignment.slice(0, equals), assignment.slice(equals + 1));
  }

  runAll(rules: readonly AwkRule[], when: 'begin' | 'end'): void {
    for (const rule of rules) if (rule.when === when) this.#run(rule.body ?? []);
  }

  runLine(rules: readonly AwkRule[], line: string): void {
    this.#setLine(line);
    const number = Number(this.#variables.get('NR')) + 1;
    this.#variables.set('NR', number).set('FNR', number);
    for (const rule of rules) {
      if (rule.when === 'begin' || rule.when === 'end' || !this.#applies(rule)) continue;
      if (!rule.body) {
        this.print(`${this.#line}${this.#text('ORS')}`);
        continue;
      }
      try {
        this.#run(rule.body);
      } catch (error) {
        if (error instanceof Jump && error.status === null) return;
        throw error;
      }
    }
  }

  #applies(rule: AwkRule): boolean {
    const { when, to } = rule;
    if (when === null || when === 'begin' || when === 'end') return true;
    if (!to) return isTrue(this.#value(when));
    if (!this.#open.has(rule)) {
      if (!isTrue(this.#value(when))) return false;
      this.#open.add(rule);
    }
    if (isTrue(this.#value(to))) this.#open.delete(rule);
    return true;
  }

  #run(statements: readonly AwkStatement[]): void {
    for (const statement of statements) {
      switch (statement.type) {
        case 'print': {
          const values = statement.values.map((value) => textOf(this.#value(value)));
          this.print(`${values.length ? values.join(this.#text('OFS')) : this.#line}${this.#text('ORS')}`);
          break;
        }
        case 'printf':
          this.print(this.#formatted(statement.values));
          break;
        case 'expression':
          this.#value(statement.value);
          break;
        case 'if':
          this.#run(isTrue(this.#value(statement.condition)) ? statement.yes : statement.no);
          break;
        case 'next':
          throw new Jump(null);
        case 'exit':
          throw new Jump(statement.value ? numberOf(this.#value(statement.value)) & 0xff : 0);
        default:
          statement satisfies never;
      }
    }
  }

  #formatted(values: readonly AwkExpression[]): string {
    const [format = '', ...rest] = values.map((value) => textOf(this.#value(value)));
    const text = formatted(format, rest);
    if (text.length > LONGEST_VALUE) throw new PatternError('value too long');
    return text;
  }

  #text(name: string): string {
    return textOf(this.#variables.get(name) ?? '');
  }

  #setLine(line: string): void {
    this.#line = line;
    this.#fields = null;
  }

  #splitFields(): string[] {
    if (this.#fields) return this.#fields;
    const separator = this.#text('FS');
    let fields: string[];
    if (separator === ' ') fields = this.#line.trim() ? this.#line.trim().split(/[ \t\n]+/, MOST_FIELDS) : [];
    else if (this.#line === '') fields = [];
    else if (separator.length === 1) fields = this.#line.split(separator, MOST_FIELDS);
    else fields = splitBy(this.#line, new Pattern(separator, { syntax: 'extended' }));
    this.#fields = fields;
    return fields;
  }

  #field(index: number): string {
    return index === 0 ? this.#line : (this.#splitFields()[index - 1] ?? '');
  }

  #set(target: AwkExpression, value: Value): Value {
    if (textOf(value).length > LONGEST_VALUE) throw new PatternError('value too long');
    if (target.type === 'variable') this.#variables.set(target.name, value);
    else if (target.type === 'field') {
      const index = numberOf(this.#value(target.index));
      if (index === 0) this.#setLine(textOf(value));
      else {
        const fields = this.#splitFields();
        if (!(index > 0 && index <= MOST_FIELDS)) throw new PatternError('bad field');
        while (fields.length < index) fields.push('');
        fields[index - 1] = textOf(value);
        this.#line = fields.join(this.#text('OFS'));
      }
    } else throw new PatternError('cannot assign to that');
    return value;
  }

  #value(expression: AwkExpression): Value {
    switch (expression.type) {
      case 'number':
      case 'text':
        return expression.value;
      case 'pattern':
        return Number(expression.pattern.test(this.#line));
      case 'variable':
        return expression.name === 'NF'
          ? this.#splitFields().length
          : (this.#variables.get(expression.name) ?? '');
      case 'field':
        return this.#field(numberOf(this.#value(expression.index)));
      case 'assign': {
        const value = this.#value(expression.value);
        if (!expression.operator) return this.#set(expression.target, value);
        return this.#set(
          expression.target,
          calculated(expression.operator, this.#value(expression.target), value),
        );
      }
      case 'step': {
        const before = numberOf(this.#value(expression.target));
        this.#set(expression.target, before + expression.by);
        return expression.isBefore ? before + expression.by : before;
      }
      case 'unary': {
        const value = this.#value(expression.operand);
        return expression.operator === '!'
          ? Number(!isTrue(value))
          : expression.operator === '-'
            ? -numberOf(value)
            : numberOf(value);
      }
      case 'choice':
        return this.#value(isTrue(this.#value(expression.condition)) ? expression.yes : expression.no);
      case 'binary':
        return this.#binary(expression.operator, expression.left, expression.right);
      case 'call':
        return this.#call(expression.name, expression.values);
      default:
        return expression satisfies never;
    }
  }

  #binary(operator: string, left: AwkExpression, right: AwkExpression): Value {
    if (operator === '&&') return Number(isTrue(this.#value(left)) && isTrue(this.#value(right)));
    if (operator === '||') return Number(isTrue(this.#value(left)) || isTrue(this.#value(right)));
    const a = this.#value(left);
    if (operator === '~' || operator === '!~')
      return Number(this.#patternOf(right).test(textOf(a)) === (operator === '~'));
    const b = this.#value(right);
    return calculated(operator, a, b);
  }

  #patternOf(expression: AwkExpression): Pattern {
    if (expression.type === 'pattern') return expression.pattern;
    return new Pattern(textOf(this.#value(expression)), { syntax: 'extended' });
  }

  #call(name: string, values: readonly AwkExpression[]): Value {
    const [first, second, third] = values;
    const text = (value: AwkExpression | undefined): string => (value ? textOf(this.#value(value)) : '');
    switch (name) {
      case 'length':
        return first ? text(first).length : this.#line.length;
      case 'substr': {
        const start = Math.round(second ? numberOf(this.#value(second)) : 1);
        const end = third ? start + Math.round(numberOf(this.#value(third))) : Infinity;
        return text(first).slice(Math.max(0, start - 1), Math.max(0, end - 1));
      }
      case 'index':
        return text(first).indexOf(text(second)) + 1;
      case 'tolower':
        return text(first).toLowerCase();
      case 'toupper':
        return text(first).toUpperCase();
      case 'int':
        return Math.trunc(first ? numberOf(this.#value(first)) : 0);
      case 'sprintf':
        return this.#formatted(values);
      default: {
        if (!first || !second) throw new PatternError(`${name}: needs 2 arguments`);
        const target: AwkExpression = third ?? { type: 'field', index: { type: 'number', value: 0 } };
        const text = textOf(this.#value(target));
        const pattern = this.#patternOf(first);
        const replacement = textOf(this.#value(second));
        const result = replaceMatches(
          text,
          pattern,
          ({ start, end }) =>
            replacement.replace(/\\&|&/g, (mark) => (mark === '&' ? text.slice(start, end) : '&')),
          { isGlobal: name === 'gsub', tooLong: 'value too long' },
        );
        if (result.count) this.#set(target, result.text);
        return result.count;
      }
    }
  }
}

function splitBy(line: string, separator: Pattern): string[] {
  const fields: string[] = [];
  let start = 0;
  for (let from = 0; from <= line.length && fields.length < MOST_FIELDS;) {
    const match = separator.search(line, from);
    if (!match) break;
    if (match.end > match.start) {
      fields.push(line.slice(start, match.start));
      start = match.end;
    }
    from = Math.max(match.end, match.start + 1);
  }
  fields.push(line.slice(start));
  return fields;
}

const CALCULATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

/** What an order below, at or above 0 makes true. */
const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function calculated(operator: string, a: Value, b: Value): Value {
  if (operator === ' ') {
    const text = textOf(a) + textOf(b);
    if (text.length > LONGEST_VALUE) throw new PatternError('value too long');
    return text;
  }
  const calculate = CALCULATIONS[operator];
  if (!calculate) return Number(COMPARISONS[operator]?.(compared(a, b)));
  if (numberOf(b) === 0 && (operator === '/' || operator === '%')) throw new PatternError('division by zero');
  return calculate(numberOf(a), numberOf(b));
}

/** Compared as numbers where both look like some. */
function compared(a: Value, b: Value): number {
  if (looksNumeric(a) && looksNumeric(b)) return Number(a) - Number(b);
  const [left, right] = [textOf(a), textOf(b)];
  return left < right ? -1 : Number(left > right);
}

function looksNumeric(value: Value): boolean {
  return (
    typeof value === 'number' || /^\s*[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?\s*$/.test(value)
  );
}

function isTrue(value: Value): boolean {
  return typeof value === 'number' ? value !== 0 : looksNumeric(value) ? Number(value) !== 0 : value !== '';
}

function numberOf(value: Value): number {
  return typeof value === 'number'
    ? value
    : Number(/^\s*[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?/.exec(value)?.[0] ?? 0);
}

function textOf(value: Value): string {
  return typeof value === 'string'
    ? value
    : Number.isInteger(value)
      ? String(value)
      : String(Number(value.toPrecision(6)));
}
