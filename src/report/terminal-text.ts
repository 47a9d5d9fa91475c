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

/**
 * Breaks a text into lines of at most `width` columns, later ones indented: at spaces, and between characters of scripts that
 * have none, such as Chinese. What has no such place (an identifier, a number, an address) is never cut; a longer one
 * stands alone.
 */
export function wrapText(text: string, width: number | null, indent = ''): string {
  if (width === null) return text;
  return text
    .split('\n')
    .map((line) => wrapLine(line, width, indent))
    .join('\n');
}

/** Columns of the widest part of a text that {@link wrapText} does not cut. */
export function widestPiece(text: string): number {
  const pieces = text.split(/[ \n]/).flatMap(piecesOf);
  return pieces.reduce((most, piece) => Math.max(most, displayWidth(piece)), 0);
}

function wrapLine(text: string, width: number, indent: string): string {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  // Words after a first are set apart by a space, pieces of a word by nothing.
  for (const [index, word] of text.split(' ').entries()) {
    for (const [part, piece] of piecesOf(word).entries()) {
      const space = part === 0 && index > 0 ? ' ' : '';
      const wide = displayWidth(piece);
      if (used > 0 && used + space.length + wide > width && line.trim() !== '') {
        lines.push(line);
        line = indent + piece;
        used = displayWidth(indent) + wide;
      } else {
        line += space + piece;
        used += space.length + wide;
      }
    }
  }
  return [...lines, line].join('\n');
}

/** Characters between which a line may break without a space. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFF60]/u;
/** Signs that do not begin a line, and those that do not end one. */
const NO_BEGIN = /^[、。，．：；？！）」』】》〉〕％…ー”’"',.;:?!)\]}%]/u;
const NO_END = /[（「『【《〈〔“‘"'([{]$/u;

/** A word without spaces in parts that belong on one line; entries of a JSON list are such parts. */
function piecesOf(word: string): string[] {
  return word
    .split(/(?<=,)(?=["[{])/)
    .flatMap((part) => (SPACELESS.test(part) ? spacelessPieces(part) : [part]));
}

function spacelessPieces(word: string): string[] {
  const pieces: string[] = [];
  let before = '';
  for (const sign of word) {
    const breaks =
      (SPACELESS.test(sign) || SPACELESS.test(before)) && !NO_BEGIN.test(sign) && !NO_END.test(before);
    if (before === '' || breaks) pieces.push(sign);
    else pieces[pieces.length - 1] = `${pieces.at(-1)}${sign}`;
    before = sign;
  }
  return pieces;
}

/** The text and as many spaces as make it `width` columns wide. */
export function padDisplay(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
