import stringWidth from 'string-width';
import type { TerminalOptions } from './terminal-options.js';

/** Our own signs and what stands for them where only ASCII can be shown. */
const ASCII_SIGNS: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '─': '-',
  '×': 'x',
  '…': '...',
  '·': '.',
  '→': '->',
  '±': '+/-',
  '≥': '>=',
  '≤': '<=',
  '█': '#',
};

/** Columns a text takes in a terminal: two for a CJK character, none for a colour code. */
export function displayWidth(text: string): number {
  return stringWidth(text);
}

/** The text with our own signs replaced where the terminal wants ASCII; a task's own words stay. */
export function plainSigns(text: string, { ascii }: Pick<TerminalOptions, 'ascii'>): string {
  return ascii ? text.replace(/[–—─×…·→±≥≤█]/g, (sign) => ASCII_SIGNS[sign] ?? sign) : text;
}

/** Bold where colours are wanted. */
export function bold(text: string, { color }: Pick<TerminalOptions, 'color'>): string {
  return color && text !== '' ? `\u001B[1m${text}\u001B[22m` : text;
}

/** Faint where colours are wanted. */
export function faint(text: string, { color }: Pick<TerminalOptions, 'color'>): string {
  return color && text !== '' ? `\u001B[2m${text}\u001B[22m` : text;
}

/** Breaks a text at spaces into lines of at most `width` columns, later ones indented; a longer word stands alone. */
export function wrapText(text: string, width: number | null, indent = ''): string {
  if (width === null) return text;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > width) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}

/** The text and as many spaces as make it `width` columns wide. */
export function padDisplay(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
