const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/**
 * A value as Python prints it, on one line. A `<` that could open a tag is escaped within strings, so that no text can
 * close the tag that the value stands in.
 */
export function printPython(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printPython).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, item]) => `${printPython(key)}: ${printPython(item)}`);
    return `{${members.join(', ')}}`;
  }
  if (typeof value === 'string') return printText(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'number' ? String(value) : 'None';
}

/** In single quotes, unless the text holds single quotes and no double ones. */
function printText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)
    .replaceAll(quote, () => `\\${quote}`)
    .replaceAll(/<(?=[/|a-z])/gi, String.raw`\x3c`);
  return `${quote}${escaped}${quote}`;
}
