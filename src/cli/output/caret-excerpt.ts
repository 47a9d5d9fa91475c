/** Columns of a line that are shown around the place. */
const WIDTH = 100;
const BEFORE = 40;

/** Where in a text something is: line and column from 1, and the line with carets under the place. */
export function caretExcerpt(
  text: string,
  [start, end]: readonly [start: number, end: number],
): { readonly line: number; readonly column: number; readonly lines: readonly [string, string] } {
  const from = Math.min(start, text.length);
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', from);
  const lineEnd = next < 0 ? text.length : next;
  const first = Math.max(lineStart, from - BEFORE);
  const last = Math.min(lineEnd, first + WIDTH);
  const lead = first > lineStart ? '…' : '';
  const shown = text.slice(first, last).replaceAll(/[\t\r]/g, ' ');
  const marked = Math.max(1, Math.min(end, last) - from);
  return {
    line: text.slice(0, lineStart).split('\n').length,
    column: from - lineStart + 1,
    lines: [
      `${lead}${shown}${last < lineEnd ? '…' : ''}`,
      `${' '.repeat(lead.length + from - first)}${'^'.repeat(marked)}`,
    ],
  };
}
