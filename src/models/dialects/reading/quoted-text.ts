const DECODED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  "'": "'",
  '"': '"',
  '\\': '\\',
};
const ENCODED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\\': '\\\\' };

/** Text with `\n`, `\t`, `\r`, `\\` and escaped quotes decoded; any other backslash is kept as it stands. */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\([\s\S])/g, (whole, char: string) => DECODED[char] ?? whole);
}

/** Text in quotes on one line, such that `decodeEscapes` gives it back. */
export function quoteText(text: string, quote: "'" | '"' = "'"): string {
  const encoded = text.replaceAll(/[\n\r\\'"]/g, (char) =>
    char === quote ? `\\${char}` : (ENCODED[char] ?? char),
  );
  return `${quote}${encoded}${quote}`;
}

/**
 * Text as it stands between the first of these quotes that it does not hold, for grammars without escapes; between the
 * first of all where it holds each. Null for a text on several lines, and for one that would end its call early.
 */
export function quoteRaw(text: string, quotes: readonly ("'" | '"')[]): string | null {
  if (/[\r\n]/.test(text)) return null;
  const quote = quotes.find((each) => !text.includes(each)) ?? quotes[0] ?? '"';
  const ends = quote === '"' ? ENDS_DOUBLE : ENDS_SINGLE;
  return ends.test(text) ? null : `${quote}${text}${quote}`;
}

const ENDS_DOUBLE = /"\s*(?:[)）]|[,，]\s*(?:[)）]|[\w.]+\s*=))/;
const ENDS_SINGLE = /'\s*(?:[)）]|[,，]\s*(?:[)）]|[\w.]+\s*=))/;
