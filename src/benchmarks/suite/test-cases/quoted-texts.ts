/** A text with its quoted parts taken out. */
export interface QuotedText {
  /** The text, each quoted part one sign that no text holds (`mark`). */
  readonly text: string;
  /** What stands between the quotes, in order. */
  readonly quoted: readonly string[];
}

/** Sign in place of the quoted part of this number. From the private use area, which no keyboard types. */
const FIRST = 0xe000;
const MOST = 64;
/** Any such sign, for expressions. */
export const MARK = '[\\uE000-\\uE03F]';

/** Opening quote → closing quote. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ['“', '”'],
  ['„', '“'],
  ['"', '"'],
  ['＂', '＂'],
  ['‘', '’'],
  ["'", "'"],
  ['`', '`'],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
  ['【', '】'],
  ['«', '»'],
]);

/** Takes quoted parts out of a text. Apostrophes within words and quotes that are never closed stay. */
export function takeQuotes(written: string): QuotedText {
  const quoted: string[] = [];
  let text = '';
  let at = 0;
  while (at < written.length) {
    const sign = written.charAt(at);
    const close = PAIRS.get(sign);
    const end = close === undefined || quoted.length === MOST ? -1 : endOfQuote(written, at, sign, close);
    if (end < 0) {
      text += /[\uE000-\uE03F]/.test(sign) ? ' ' : sign;
      at += 1;
      continue;
    }
    text += String.fromCharCode(FIRST + quoted.length);
    quoted.push(written.slice(at + 1, end).trim());
    at = end + 1;
  }
  return { text, quoted };
}

/** The quoted part that a mark stands for; null for any other text. */
export function quotedOf({ quoted }: QuotedText, mark: string): string | null {
  if (mark.length !== 1) return null;
  return quoted[mark.charCodeAt(0) - FIRST] ?? null;
}

function endOfQuote(text: string, at: number, open: string, close: string): number {
  // "It's" and "users' pages" quote nothing.
  const isSingle = open === "'" || open === '‘';
  if (isSingle && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return -1;
  const end = isSingle ? endOfSingle(text, at, close) : text.indexOf(close, at + 1);
  const inside = end < 0 ? '' : text.slice(at + 1, end);
  return inside.trim() === '' || inside.includes('\n') ? -1 : end;
}

/** The first closing sign that no letter follows, so that it is no apostrophe; -1 where there is none. */
function endOfSingle(text: string, at: number, close: string): number {
  let end = text.indexOf(close, at + 1);
  while (end > 0 && /[\p{L}\p{N}]/u.test(text.charAt(end + 1))) end = text.indexOf(close, end + 1);
  return end;
}
