import { follow, type Placed } from './text-scope.js';
import { structureError } from '../prompt-structure-error.js';
import { readPlainText } from './read-text.js';

/** A value that JSON has too; members of an object in the order of the source. */
export type LiteralValue =
  | string
  | boolean
  | null
  | { readonly type: 'number'; readonly digits: string }
  | { readonly type: 'list'; readonly items: readonly LiteralValue[] }
  | { readonly type: 'object'; readonly members: readonly (readonly [string, LiteralValue])[] };

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['True', true],
  ['False', false],
  ['None', null],
]);
/** Literals within literals. */
const MAX_DEPTH = 100;

/** The value of a literal, texts in it joined and stripped. @throws {PromptStructureError} where it is none */
export function readLiteral(placed: Placed, depth = 0): LiteralValue {
  const { expression, scope } = follow(placed);
  const { line } = expression;
  if (depth > MAX_DEPTH) throw structureError(scope.sought, 'the literal is nested too deep', line);
  switch (expression.type) {
    case 'list':
    case 'tuple':
      return {
        type: 'list',
        items: expression.items.map((item) => readLiteral({ expression: item, scope }, depth + 1)),
      };
    case 'dict':
      return {
        type: 'object',
        members: expression.entries.map(({ key, value }) => [
          readPlainText({ expression: key, scope }),
          readLiteral({ expression: value, scope }, depth + 1),
        ]),
      };
    case 'number': {
      const digits = jsonNumber(expression.digits);
      if (digits === null) throw structureError(scope.sought, 'a number is written in an unknown way', line);
      return { type: 'number', digits: expression.isNegative ? `-${digits}` : digits };
    }
    case 'name': {
      const word = WORDS.get(expression.name);
      if (word === undefined) throw structureError(scope.sought, `${expression.name} is no literal`, line);
      return word;
    }
    default:
      return readPlainText({ expression, scope });
  }
}

/** Whole numbers and plain fractions as Python prints them; null for other spellings. */
function jsonNumber(digits: string): string | null {
  if (/^(?:0|[1-9]\d*)$/.test(digits)) return digits;
  return /^(?:0|[1-9]\d{0,14})\.\d{1,15}$/.test(digits) ? digits.replace(/(\.\d+?)0+$/, '$1') : null;
}

export interface JsonStyle {
  /** Between items, and between key and value. */
  readonly separators: readonly [string, string];
  /** Characters beyond ASCII as escapes. */
  readonly isAscii: boolean;
}

/** JSON on one line, as Python's `json.dumps` writes it. */
export function dumpJson(value: LiteralValue, style: JsonStyle): string {
  const [comma, colon] = style.separators;
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return dumpString(value, style);
  if (value.type === 'number') return value.digits;
  if (value.type === 'list') return `[${value.items.map((item) => dumpJson(item, style)).join(comma)}]`;
  const members = value.members.map(
    ([key, member]) => `${dumpString(key, style)}${colon}${dumpJson(member, style)}`,
  );
  return `{${members.join(comma)}}`;
}

function dumpString(text: string, { isAscii }: JsonStyle): string {
  const json = JSON.stringify(text);
  if (!isAscii) return json;
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The value of JSON that was parsed. */
export function literalOfJson(value: unknown): LiteralValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return { type: 'number', digits: String(value) };
  if (Array.isArray(value)) return { type: 'list', items: value.map(literalOfJson) };
  return {
    type: 'object',
    members: Object.entries(value as object).map(([key, member]) => [key, literalOfJson(member)]),
  };
}
