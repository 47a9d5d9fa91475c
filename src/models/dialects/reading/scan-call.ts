/** One argument of a call as it is written; nothing is decoded. */
export interface ScannedArgument {
  readonly name: string | null;
  /** Between the quotes; without quotes, the trimmed text. */
  readonly text: string;
  /** The opening quote; null where there is none. */
  readonly quote: string | null;
  /** Offset of `text` in the source. */
  readonly start: number;
}

/** A call `name(a='x', b=(1, 2), "c")` as it is written. Offsets are those of the source, UTF-16 units. */
export interface ScannedCall {
  readonly name: string;
  readonly start: number;
  /** Behind the closing bracket. */
  readonly end: number;
  readonly arguments: readonly ScannedArgument[];
}

/** Why there is no call. */
export interface ScanProblem {
  readonly problem: string;
  /** Whether a name and an opening bracket are there: the start of a call, and no prose. */
  readonly opened: boolean;
}

export interface ScanCallOptions {
  /** Arguments that hold free text, by name in lower case; `''` stands for those without a name. */
  readonly freeText: ReadonlySet<string>;
  /** Whether a backslash keeps the quote behind it from closing. */
  readonly escapes: boolean;
  /** Takes `fullwidth`, `unescaped_quote` (a raw line break too) and `trailing_comma`. */
  readonly warnings: Set<string>;
}

const LONGEST_NAME = 64;
const CLOSING_QUOTE: Readonly<Record<string, string>> = { "'": "'", '"': '"', '“': '”', '‘': '’' };

/**
 * Reads the call that starts at `from` (leading white space aside) and ends before `to`, in one pass. Values are quoted, or
 * run to the next comma outside brackets. Full-width brackets and commas count as ASCII ones outside quotes.
 *
 * A quote inside quoted free text is forgiven: the text then runs to the last quote of the line that a closing bracket
 * follows, or to the first one behind which the call plainly ends (line end, tag, end of the text) or continues (`,
 * name=`).
 */
export function scanCall(
  source: string,
  from: number,
  to: number,
  options: ScanCallOptions,
): ScannedCall | ScanProblem {
  const { warnings } = options;
  const start = skipSpace(source, from, to);
  const nameEnd = skipName(source, start, to);
  const open = skipSpace(source, nameEnd, to);
  if (nameEnd === start || !isOpen(source[open]) || open >= to) {
    return { problem: 'this is not a call', opened: false };
  }
  noteFullWidth(source[open], warnings);
  const name = source.slice(start, nameEnd);
  const found: ScannedArgument[] = [];
  let at = skipSpace(source, open + 1, to);
  while (at < to && !isClose(source[at])) {
    const argument = scanArgument(source, at, to, options);
    if (argument === null) return { problem: 'a quote or bracket is never closed', opened: true };
    found.push(argument.value);
    at = skipSpace(source, argument.end, to);
    if (at >= to || isClose(source[at])) break;
    if (!isComma(source[at])) return { problem: 'a comma or the closing bracket is missing', opened: true };
    noteFullWidth(source[at], warnings);
    at = skipSpace(source, at + 1, to);
    if (isClose(source[at])) warnings.add('trailing_comma');
  }
  if (at >= to) return { problem: 'the bracket is never closed', opened: true };
  noteFullWidth(source[at], warnings);
  return { name, start, end: at + 1, arguments: found };
}

function scanArgument(
  source: string,
  from: number,
  to: number,
  options: ScanCallOptions,
): { value: ScannedArgument; end: number } | null {
  const nameEnd = skipName(source, from, to);
  const equals = skipSpace(source, nameEnd, to);
  const isNamed = nameEnd > from && source[equals] === '=' && equals < to;
  const name = isNamed ? source.slice(from, nameEnd) : null;
  const at = isNamed ? skipSpace(source, equals + 1, to) : from;
  const isFree = options.freeText.has(name?.toLowerCase() ?? '');
  const quote = source[at] ?? '';
  const closing = CLOSING_QUOTE[quote];
  if (closing === undefined || at >= to) {
    const end = bareEnd(source, at, to, isFree);
    return { value: { name, text: source.slice(at, end).trimEnd(), quote: null, start: at }, end };
  }
  const end = isFree
    ? freeTextEnd(source, at + 1, to, closing, options)
    : quotedEnd(source, at + 1, to, closing, options.escapes);
  if (end < 0) return null;
  if (quote !== closing) options.warnings.add('fullwidth');
  return { value: { name, text: source.slice(at + 1, end), quote, start: at + 1 }, end: end + 1 };
}

function quotedEnd(source: string, from: number, to: number, closing: string, escapes: boolean): number {
  for (let at = from; at < to; at += 1) {
    const char = source[at];
    if (char === closing) return at;
    if (char === '\\' && escapes) at += 1;
  }
  return -1;
}

function freeTextEnd(
  source: string,
  from: number,
  to: number,
  closing: string,
  { escapes, warnings }: ScanCallOptions,
): number {
  let possible = -1;
  let isClean = true;
  let isPossibleClean = true;
  for (let at = from; at < to; at += 1) {
    const char = source[at];
    if (char === '\\' && escapes) at += 1;
    else if (char === '\n') {
      if (possible >= 0) break;
      isClean = false;
    } else if (char === closing) {
      const next = skipSpace(source, at + 1, to);
      const isBracket = next < to && isClose(source[next]);
      const isEnd = isBracket
        ? endsCall(source, next + 1, to)
        : next < to && isComma(source[next]) && startsArgument(source, next + 1, to);
      if (isEnd || isBracket) [possible, isPossibleClean] = [at, isClean];
      if (isEnd) break;
      isClean = false;
    }
  }
  if (possible >= 0 && !isPossibleClean) warnings.add('unescaped_quote');
  return possible;
}

/** Whether nothing but the end of the line, of the text or of its tag comes behind a call. */
function endsCall(source: string, from: number, to: number): boolean {
  const at = skipBlanks(source, from, to);
  const char = source[at] ?? '\n';
  return at >= to || char === '\n' || char === '\r' || char === '<' || char === '`' || char === '*';
}

/** Whether `name=` follows, or the closing bracket behind a comma too many. */
function startsArgument(source: string, from: number, to: number): boolean {
  const start = skipSpace(source, from, to);
  if (isClose(source[start])) return start < to;
  const end = skipName(source, start, to);
  return end > start && source[skipSpace(source, end, to)] === '=';
}

function bareEnd(source: string, from: number, to: number, isFree: boolean): number {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const char = source[at] ?? '';
    if (isOpen(char) || char === '[' || char === '{') depth += 1;
    else if (isClose(char) || char === ']' || char === '}') {
      if (depth === 0) return at;
      depth -= 1;
    } else if (depth === 0 && isComma(char) && (!isFree || startsArgument(source, at + 1, to))) return at;
  }
  return to;
}

function skipName(source: string, from: number, to: number): number {
  const limit = Math.min(to, from + LONGEST_NAME);
  let at = from;
  while (at < limit && isNameCode(source.charCodeAt(at))) at += 1;
  return at;
}

function isNameCode(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 46;
}

function skipSpace(source: string, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(source.charCodeAt(at))) at += 1;
  return at;
}

function skipBlanks(source: string, from: number, to: number): number {
  let at = from;
  while (at < to && (source[at] === ' ' || source[at] === '\t')) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000;
}

function isOpen(char: string | undefined): boolean {
  return char === '(' || char === '（';
}

function isClose(char: string | undefined): boolean {
  return char === ')' || char === '）';
}

function isComma(char: string | undefined): boolean {
  return char === ',' || char === '，';
}

function noteFullWidth(char: string | undefined, warnings: Set<string>): void {
  if (char === '（' || char === '）' || char === '，') warnings.add('fullwidth');
}
