/** Characters of a reason that are shown: its beginning, and its end, since the last output of a program says most. */
const MOST_BEGINNING = 240;

const MOST_ENDING = 360;

/** The text, cut to fewer than so many columns. */
export function clip(text: string, columns: number): string {
  return text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}…`;
}

/** The text on one line, its middle left out where it is long. */
export function inOneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= MOST_BEGINNING + MOST_ENDING) return line;
  return `${line.slice(0, MOST_BEGINNING)} … ${line.slice(-MOST_ENDING)}`;
}
