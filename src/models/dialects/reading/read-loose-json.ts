/** What stands at a place of an answer that should hold JSON. Offsets are those of the text. */
export type LooseJson =
  | { readonly type: 'json'; readonly value: unknown; readonly start: number; readonly end: number }
  | { readonly type: 'problem'; readonly message: string; readonly start: number; readonly end: number };

export interface LooseJsonOptions {
  /** Takes a code for everything that JSON itself would refuse. */
  readonly warnings: Set<string>;
  /** Nothing behind this offset is read; the whole text unless given. */
  readonly to?: number;
  /** Words that may stand without quotes as a value. */
  readonly words?: ReadonlySet<string>;
}

/** No action nests deeper, and what does would break whoever walks the value recursively. */
const MAX_DEPTH = 32;
/** Begins as Python's literals and doubled braces do: trying it as JSON first would only cost time. */
const NEVER_JSON = /[[{]{1,8}'|\{\{/y;
const NO_WORDS: ReadonlySet<string> = new Set();
const OPENING = /\{\s*["'{}]/g;

/** Offset of the first brace that opens an object, not a word of prose; -1 where there is none. */
export function findObject(text: string, from = 0, to = text.length): number {
  OPENING.lastIndex = from;
  const found = OPENING.exec(text);
  return found === null || found.index >= to ? -1 : found.index;
}

/**
 * The JSON value that starts at `start`, up to its own end: what follows is left alone, and braces within strings mislead
 * nobody. What is not JSON is repaired only in these ways, each with its warning: single quotes and Python's literals, a
 * trailing comma, doubled braces, unquoted words that are expected (`words`) or wrapped (`enum['click']`), round
 * brackets for square ones, full-width commas and colons, unescaped quotes and line breaks within strings, a list of
 * members without braces, and one closing bracket that is missing at the very end.
 *
 * Source: models.md sections 3.2 and 4.2. Linear in the length of the text; never throws.
 */
export function readLooseJson(text: string, start: number, options: LooseJsonOptions): LooseJson {
  const to = options.to ?? text.length;
  NEVER_JSON.lastIndex = start;
  const end = NEVER_JSON.test(text) ? -1 : balancedEnd(text, start, to);
  if (end > 0) {
    try {
      return { type: 'json', value: JSON.parse(text.slice(start, end)) as unknown, start, end };
    } catch {
      // Balanced, and not JSON: repaired below.
    }
  }
  const scan: Scan = {
    text,
    to,
    at: start,
    words: options.words ?? NO_WORDS,
    warnings: new Set(),
    isCut: false,
    problem: null,
  };
  const value = readValue(scan, 'item', 0);
  if (value === undefined) {
    const { message, at } = scan.problem ?? { message: 'this is not JSON', at: scan.at };
    return { type: 'problem', message, start, end: at };
  }
  for (const code of scan.warnings) options.warnings.add(code);
  return { type: 'json', value, start, end: scan.at };
}

/** Whether a value is an object with names. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where the bracket that opens at `start` is closed, if quotes are double ones; -1 where it is not, or nests too deep. */
function balancedEnd(text: string, start: number, to: number): number {
  let depth = 0;
  for (let index = start; index < to; index += 1) {
    switch (text.charCodeAt(index)) {
      case 0x22: // "
        index = stringEnd(text, index, to);
        if (index < 0) return -1;
        break;
      case 0x7b: // {
      case 0x5b: // [
        depth += 1;
        if (depth > MAX_DEPTH) return -1;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1;
        if (depth === 0) return index + 1;
        break;
      default:
        if (depth === 0) return -1;
    }
  }
  return -1;
}

/** Offset of the quote that closes the string opened at `start`; -1 where nothing does. */
function stringEnd(text: string, start: number, to: number): number {
  for (let index = start + 1; index < to; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) return index;
    if (code === 0x5c) index += 1;
  }
  return -1;
}

/** Where a value stands, which decides what may follow it. */
type Place = 'key' | 'member' | 'item';

interface Scan {
  readonly text: string;
  readonly to: number;
  at: number;
  readonly words: ReadonlySet<string>;
  readonly warnings: Set<string>;
  /** The one closing bracket that may be missing is missing. */
  isCut: boolean;
  problem: { readonly message: string; readonly at: number } | null;
}

const NUMBER = /-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?/y;
const WORD = /[A-Za-z_]\w{0,60}/y;
const LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
]);
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')' };

/** Undefined, with the problem noted, where there is no value; JSON itself has no such value. */
function readValue(scan: Scan, place: Place, depth: number): unknown {
  skipSpace(scan);
  const { text, at } = scan;
  const first = at < scan.to ? (text[at] ?? '') : '';
  if (depth > MAX_DEPTH) return refuse(scan, 'this is nested too deeply');
  if (first === '{') return readObject(scan, depth);
  if (first === '[' || first === '(') return readList(scan, first, depth);
  if (first === '"' || first === "'") return readString(scan, first, place);
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(text)?.[0];
  if (number !== undefined && at + number.length <= scan.to) {
    scan.at += number.length;
    return Number(number);
  }
  return readWord(scan, place, depth);
}

function readWord(scan: Scan, place: Place, depth: number): unknown {
  WORD.lastIndex = scan.at;
  const word = WORD.exec(scan.text)?.[0];
  if (word === undefined || scan.at + word.length > scan.to) return refuse(scan, 'a value is missing');
  const literal = LITERALS.get(word);
  if (literal !== undefined) {
    if (/^[A-Z]/.test(word)) scan.warnings.add('single_quotes');
    scan.at += word.length;
    return literal;
  }
  if (scan.words.has(word)) {
    scan.warnings.add('unquoted_name');
    scan.at += word.length;
    return word;
  }
  if (scan.text[scan.at + word.length] !== '[') return refuse(scan, `${word} stands without quotes`);
  // `enum['click']`: a prompt's notation for one of a list, copied with the choice made.
  scan.at += word.length + 1;
  const chosen = readValue(scan, place === 'key' ? 'member' : 'item', depth + 1);
  if (chosen === undefined) return undefined;
  skipSpace(scan);
  if (scan.text[scan.at] !== ']') return refuse(scan, `${word}[ is never closed`);
  scan.at += 1;
  scan.warnings.add('unquoted_name');
  return chosen;
}

function readObject(scan: Scan, depth: number): unknown {
  scan.at += 1;
  const isDoubled = scan.text[scan.at] === '{';
  if (isDoubled) {
    scan.at += 1;
    scan.warnings.add('double_braces');
  }
  const members = readMembers(scan, '}', depth);
  if (isDoubled && members !== undefined && scan.at < scan.to && scan.text[scan.at] === '}') scan.at += 1;
  return members;
}

/** Members up to the closing bracket, which is consumed. */
function readMembers(scan: Scan, closing: string, depth: number): unknown {
  const members: [string, unknown][] = [];
  for (;;) {
    skipSpace(scan);
    if (scan.text[scan.at] === closing && scan.at < scan.to) {
      if (members.length > 0) scan.warnings.add('trailing_comma');
      scan.at += 1;
      return Object.fromEntries(members);
    }
    const quote = scan.at < scan.to ? scan.text[scan.at] : undefined;
    if (quote !== '"' && quote !== "'") return refuse(scan, 'a name in quotes is missing');
    const key = readString(scan, quote, 'key');
    if (key === undefined) return undefined;
    skipSpace(scan);
    if (!takes(scan, ':', '：')) return refuse(scan, 'a colon is missing');
    const value = readValue(scan, 'member', depth + 1);
    if (value === undefined) return undefined;
    members.push([key, value]);
    const more = goesOn(scan, closing);
    if (more === undefined) return undefined;
    if (!more) return Object.fromEntries(members);
  }
}

function readList(scan: Scan, opening: string, depth: number): unknown {
  const closing = CLOSING[opening] ?? ']';
  if (opening === '(') scan.warnings.add('alias_argument');
  scan.at += 1;
  const items: unknown[] = [];
  for (;;) {
    skipSpace(scan);
    const start = scan.at;
    if (scan.text[scan.at] === closing && scan.at < scan.to) {
      if (items.length > 0) scan.warnings.add('trailing_comma');
      scan.at += 1;
      return items;
    }
    const item = readValue(scan, 'item', depth + 1);
    if (item === undefined) return undefined;
    skipSpace(scan);
    if (items.length === 0 && typeof item === 'string' && /[:：]/.test(scan.text[scan.at] ?? '')) {
      // `['action': 'click']`: the braces that a prompt forgot.
      scan.at = start;
      const members = readMembers(scan, closing, depth);
      if (members === undefined) return undefined;
      scan.warnings.add('missing_tag');
      return [members];
    }
    items.push(item);
    const more = goesOn(scan, closing);
    if (more === undefined) return undefined;
    if (!more) return items;
  }
}

/** Whether a comma follows; false behind the closing bracket, undefined where neither is there. */
function goesOn(scan: Scan, closing: string): boolean | undefined {
  const behind = scan.at;
  skipSpace(scan);
  if (takes(scan, ',', '，')) return true;
  const { text, at, to } = scan;
  if (at < to && text[at] === closing) {
    scan.at += 1;
    return false;
  }
  // At the end of everything a number may be half of one; before a closing tag it is whole.
  const isEnd = at >= to ? !/\d/.test(text[at - 1] ?? '') : /^(?:<\/|```)/.test(text.slice(at, at + 3));
  if (!isEnd || scan.isCut) {
    refuse(scan, at >= to ? 'this is never closed' : 'a comma or a closing bracket is missing');
    return undefined;
  }
  scan.isCut = true;
  scan.at = behind;
  scan.warnings.add('missing_tag');
  return false;
}

function readString(scan: Scan, quote: string, place: Place): string | undefined {
  const { text, to, warnings } = scan;
  if (quote === "'") warnings.add('single_quotes');
  let value = '';
  let from = scan.at + 1;
  for (let index = from; index < to; index += 1) {
    const character = text[index];
    if (character === '\\') {
      const [decoded, length] = escapeAt(text, index, warnings);
      value += text.slice(from, index) + decoded;
      from = index + length;
      index = from - 1;
    } else if (character === quote) {
      if (endsString(scan, index + 1, place)) {
        scan.at = index + 1;
        return value + text.slice(from, index);
      }
      warnings.add('unescaped_quote');
    } else if (character === '\n' || character === '\r') {
      // There is no code for a raw line break; like a quote, it should have been escaped.
      warnings.add('unescaped_quote');
    }
  }
  refuse(scan, 'a string is never closed');
  return undefined;
}

/** Whether a quote whose next character is at `at` ends its string: only then can what follows belong to the JSON. */
function endsString({ text, to }: Scan, at: number, place: Place): boolean {
  const next = afterSpace(text, at, to);
  if (next >= to) return place !== 'key';
  const character = text[next] ?? '';
  if (character === ':' || character === '：') return place !== 'member';
  if (place === 'key') return false;
  if (character === '}' || character === ']' || character === ')') return true;
  if (character === ',' || character === '，') {
    if (place === 'item') return true;
    const member = afterSpace(text, next + 1, to);
    return member >= to || /["'}\]]/.test(text[member] ?? '');
  }
  return /^(?:<\/|```)/.test(text.slice(next, next + 3));
}

/** What an escape means and how long it is. Unknown ones stay as written, as Python has it. */
function escapeAt(text: string, at: number, warnings: Set<string>): [decoded: string, length: number] {
  const letter = text[at + 1] ?? '';
  if (letter === '"' || letter === '\\' || letter === '/') return [letter, 2];
  const simple = ESCAPES[letter];
  if (simple !== undefined) return [simple, 2];
  if (letter === "'") {
    warnings.add('single_quotes');
    return [letter, 2];
  }
  const digits = letter === 'u' ? 4 : letter === 'x' ? 2 : 0;
  const code = text.slice(at + 2, at + 2 + digits);
  if (digits > 0 && code.length === digits && /^[\da-f]+$/i.test(code)) {
    if (letter === 'x') warnings.add('single_quotes');
    return [String.fromCharCode(Number.parseInt(code, 16)), 2 + digits];
  }
  warnings.add('single_quotes');
  return ['\\', 1];
}

function takes(scan: Scan, ascii: string, fullWidth: string): boolean {
  if (scan.at >= scan.to) return false;
  const character = scan.text[scan.at];
  if (character !== ascii && character !== fullWidth) return false;
  if (character === fullWidth) scan.warnings.add('fullwidth');
  scan.at += 1;
  return true;
}

function skipSpace(scan: Scan): void {
  scan.at = afterSpace(scan.text, scan.at, scan.to);
}

function afterSpace(text: string, at: number, to: number): number {
  let index = at;
  while (index < to && isSpace(text.charCodeAt(index))) index += 1;
  return index;
}

function isSpace(code: number): boolean {
  return code <= 32 || (code > 127 && /\s/.test(String.fromCharCode(code)));
}

function refuse(scan: Scan, message: string): undefined {
  scan.problem ??= { message, at: Math.min(scan.at + 1, scan.to) };
  return undefined;
}
