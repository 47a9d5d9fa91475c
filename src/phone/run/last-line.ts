import { stripVTControlCharacters } from 'node:util';

/** UTF-16 units of a line that are kept. */
const MOST_KEPT = 300;

/** What comes after the error itself where Node.js ends a program: places, the rest of an object, its version. */
const AFTERMATH = /^(?:\s|[)\]}]+[,;]?$|Node\.js v\d)/;

/**
 * The line of a program's last output that says most about its end: the last that begins at the margin, as the error of a
 * Python, Node.js or Java stack does. Without colours; empty where nothing was printed.
 */
export function lastLine(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  const said = (lines.findLast((line) => !AFTERMATH.test(line)) ?? lines.at(-1) ?? '').trim();
  return said.length <= MOST_KEPT ? said : `${said.slice(0, MOST_KEPT)}…`;
}
