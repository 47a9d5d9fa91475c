/** Longest text that four hexadecimal digits can announce. */
const LONGEST = 0xffff;

/** A text after its length in bytes, four hexadecimal digits; what does not fit is cut at the end of a line. */
export function withLength(text: string): string {
  const size = Buffer.byteLength(text);
  if (size <= LONGEST) return size.toString(16).padStart(4, '0') + text;
  const fitting = Buffer.from(text).subarray(0, LONGEST).toString('latin1');
  const end = fitting.lastIndexOf('\n') + 1 || LONGEST;
  return withLength(Buffer.from(text).subarray(0, end).toString());
}

/** Answer to a query that went well. */
export function okay(text?: string): string {
  return text === undefined ? 'OKAY' : `OKAY${withLength(text)}`;
}

/** Answer to a query that did not. */
export function fail(why: string): string {
  return `FAIL${withLength(why)}`;
}
