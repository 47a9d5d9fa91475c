/** A string literal as it stands in the source. */
export interface StringForm {
  readonly isRaw: boolean;
  /** An f-string: with fields. */
  readonly isFormat: boolean;
  /** Text of Python; bytes and template strings are none. */
  readonly isText: boolean;
  /** Where its content begins and ends. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** Behind the closing quotes. */
  readonly end: number;
}

/** The literal does not end, or a field within it does not. */
export class UnfinishedString extends Error {}

const OPENING = /([A-Za-z]{0,2})('''|"""|'|")/y;
const PREFIX = /^(?:|[rufbt]|rb|br|rf|fr|rt|tr)$/i;
/** Fields within fields. */
const MAX_FIELD_DEPTH = 20;

/**
 * The string literal that begins at the place, or null where none does. A field of an f-string may hold the very quotes that
 * the string is in, as Python takes it since 3.12.
 *
 * @throws {UnfinishedString}
 */
export function stringAt(text: string, start: number, depth = 0): StringForm | null {
  OPENING.lastIndex = start;
  const [opening = '', prefix = '', quotes = ''] = OPENING.exec(text) ?? [];
  if (opening === '' || !PREFIX.test(prefix)) return null;
  const isFormat = /[ft]/i.test(prefix);
  const bodyStart = start + opening.length;
  const bodyEnd = endOfBody(text, bodyStart, { quotes, isFormat, isRaw: /r/i.test(prefix), depth });
  return {
    isRaw: /r/i.test(prefix),
    isFormat,
    isText: !/[bt]/i.test(prefix),
    bodyStart,
    bodyEnd,
    end: bodyEnd + quotes.length,
  };
}

interface BodyOptions {
  readonly quotes: string;
  readonly isFormat: boolean;
  readonly isRaw: boolean;
  readonly depth: number;
}

function endOfBody(text: string, start: number, { quotes, isFormat, isRaw, depth }: BodyOptions): number {
  let at = start;
  while (at < text.length) {
    const letter = text[at];
    if (letter === quotes[0] && text.startsWith(quotes, at)) return at;
    if (letter === '\n' && quotes.length === 1) throw new UnfinishedString();
    if (letter === '\\') at = behindBackslash(text, at, { isFormat, isRaw });
    else if (letter === '{' && isFormat) {
      at = text[at + 1] === '{' ? at + 2 : fieldAt(text, at, depth).end;
    } else at += 1;
  }
  throw new UnfinishedString();
}

/** A backslash never hides the brace of a field. */
function behindBackslash(
  text: string,
  at: number,
  { isFormat, isRaw }: { readonly isFormat: boolean; readonly isRaw: boolean },
): number {
  if (isFormat && text[at + 1] === '{') return at + 1;
  if (isFormat && !isRaw && text.startsWith('N{', at + 1)) {
    const end = text.indexOf('}', at);
    if (end < 0) throw new UnfinishedString();
    return end + 1;
  }
  return at + 2;
}

/** One field of an f-string: `{expression}`, perhaps with `!r` or `:.2f` in it. */
export interface FieldForm {
  /** What stands between the braces, without blanks around it. */
  readonly source: string;
  /** Behind the closing brace. */
  readonly end: number;
}

/** The field whose brace opens at the place. @throws {UnfinishedString} */
export function fieldAt(text: string, start: number, depth = 0): FieldForm {
  const end = endOfField(text, start + 1, depth);
  return { source: text.slice(start + 1, end).trim(), end: end + 1 };
}

/** Where the brace stands that closes the field. */
function endOfField(text: string, start: number, depth: number): number {
  if (depth > MAX_FIELD_DEPTH) throw new UnfinishedString();
  let at = start;
  let brackets = 0;
  while (at < text.length) {
    const letter = text[at] ?? '';
    if (letter === '}' && brackets === 0) return at;
    if (letter === ':' && brackets === 0) return endOfFormat(text, at + 1, depth);
    if ('([{'.includes(letter)) brackets += 1;
    if (')]}'.includes(letter)) brackets -= 1;
    const isWordStart = at === start || !/[\w]/.test(text[at - 1] ?? '');
    const inner = isWordStart || letter === "'" || letter === '"' ? stringAt(text, at, depth + 1) : null;
    at = inner === null ? at + 1 : inner.end;
  }
  throw new UnfinishedString();
}

/** What follows the colon is text, quotes included, with fields in it. */
function endOfFormat(text: string, start: number, depth: number): number {
  let at = start;
  while (at < text.length) {
    const letter = text[at];
    if (letter === '}') return at;
    if (letter === '\n') break;
    at = letter === '{' ? fieldAt(text, at, depth + 1).end : at + 1;
  }
  throw new UnfinishedString();
}
