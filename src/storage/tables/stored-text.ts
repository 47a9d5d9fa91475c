/**
 * No database keeps texts with a zero byte: SQLite's driver ends them there, PostgreSQL refuses them; models write such. Both
 * forms sort alike: zero becomes 1 1, and 1 becomes 1 2.
 */
export function storedText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- that is what it is about
  return /[\u0000\u0001]/.test(text)
    ? text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\u0000', '\u0001\u0001')
    : text;
}

/** The text that was stored. */
export function textOfStored(stored: string): string {
  return stored.includes('\u0001')
    ? // oxlint-disable-next-line no-control-regex -- that is what it is about
      stored.replaceAll(/\u0001([\u0001\u0002])/g, (_, mark) => (mark === '\u0001' ? '\u0000' : '\u0001'))
    : stored;
}
