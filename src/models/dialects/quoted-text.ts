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
