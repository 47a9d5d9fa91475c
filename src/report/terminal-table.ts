import CliTable from 'cli-table3';
import type { Cell, Column, Table } from '../metrics/tables/table.js';
import type { TerminalOptions } from './terminal-options.js';
import { bold, displayWidth, faint, plainSigns, wrapText } from './terminal-text.js';

/** Columns between two cells. */
const GAP = '  ';

/** A text column is not wrapped narrower than this. */
const LEAST_TEXT_WIDTH = 12;

/** Part of the line that text columns may take together once a table is cut into blocks. */
const TEXT_SHARE = 0.4;

/** A column, its cells from the top, and how wide it is drawn. */
interface Strip {
  readonly column: Column;
  readonly texts: readonly string[];
  readonly width: number;
}

/**
 * A table as aligned text, title above, notes below. Too wide a table first wraps its text columns, then continues in
 * further blocks that repeat the leading text columns. One without rows is title and notes. Ends without a line break.
 */
export function renderTable(table: Table, options: TerminalOptions): string {
  const strips = table.columns.map((column, index) => stripOf(column, table.rows, index, options));
  const blocks = layOut(strips, options.width);
  const title = bold(wrapText(plainSigns(table.title, options), options.width), options);
  const notes = table.notes.map((note) =>
    faint(wrapText(plainSigns(note, options), options.width, '  '), options),
  );
  // Headings over nothing would look like a table that failed to load.
  const body =
    table.rows.length > 0
      ? ['', blocks.map((block) => renderBlock(block, options)).join('\n\n')]
      : notes.length > 0
        ? []
        : ['', '(none)'];
  return [title, ...body, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

function stripOf(
  column: Column,
  rows: readonly (readonly Cell[])[],
  index: number,
  options: TerminalOptions,
): Strip {
  const texts = rows.map((row) => plainSigns(row[index]?.text ?? '', options));
  const titled = { ...column, title: plainSigns(column.title, options) };
  return { column: titled, texts, width: Math.max(displayWidth(titled.title), ...texts.map(displayWidth)) };
}

function totalWidth(strips: readonly Strip[]): number {
  return strips.reduce((sum, { width }) => sum + width, 0) + GAP.length * Math.max(0, strips.length - 1);
}

/** Fits a table into the width: by wrapping its text columns, or in several blocks where that is not enough. */
function layOut(strips: readonly Strip[], width: number | null): Strip[][] {
  if (width === null) return [[...strips]];
  const narrowed = narrow(strips, width);
  if (totalWidth(narrowed) <= width) return [narrowed];
  // Since blocks are needed anyway, the text columns may keep a good part of the line.
  const texts = strips.filter(({ column }) => column.align === 'left').length;
  const share = Math.max(LEAST_TEXT_WIDTH, Math.floor((width * TEXT_SHARE) / Math.max(1, texts)));
  return split(
    strips.map((strip) =>
      strip.column.align === 'left' ? { ...strip, width: Math.min(strip.width, share) } : strip,
    ),
    width,
  );
}

/** Takes from the widest text column until the table fits or no text column can give more. */
function narrow(strips: readonly Strip[], width: number): Strip[] {
  const result = [...strips];
  for (let excess = totalWidth(result) - width; excess > 0; excess = totalWidth(result) - width) {
    const texts = result.filter(({ column }) => column.align === 'left');
    const widest = texts.reduce<Strip | undefined>(
      (a, b) => (a === undefined || b.width > a.width ? b : a),
      undefined,
    );
    if (widest === undefined || widest.width <= LEAST_TEXT_WIDTH) break;
    result[result.indexOf(widest)] = { ...widest, width: Math.max(LEAST_TEXT_WIDTH, widest.width - excess) };
  }
  return result;
}

/** Cuts a table into blocks; each starts with the leading text columns, and columns under one heading stay together. */
function split(strips: readonly Strip[], width: number): Strip[][] {
  const firstNumber = strips.findIndex(({ column }) => column.align === 'right');
  const keys = firstNumber <= 0 ? [] : strips.slice(0, firstNumber);
  const blocks: Strip[][] = [];
  let block = [...keys];
  for (const unit of groupsOf(strips.slice(keys.length))) {
    if (block.length > keys.length && totalWidth([...block, ...unit]) > width) {
      blocks.push(block);
      block = [...keys];
    }
    block.push(...unit);
  }
  return [...blocks, block];
}

/** Neighbouring columns under one heading, single columns alone. */
function groupsOf(strips: readonly Strip[]): Strip[][] {
  const groups: Strip[][] = [];
  for (const strip of strips) {
    const last = groups.at(-1);
    const group = strip.column.group;
    if (last !== undefined && group !== undefined && last[0]?.column.group === group) last.push(strip);
    else groups.push([strip]);
  }
  return groups;
}

function renderBlock(strips: readonly Strip[], options: TerminalOptions): string {
  const widths = widenForGroups(strips);
  const drawn = new CliTable({
    chars: { ...NO_LINES, middle: GAP },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colWidths: widths,
    colAligns: strips.map(({ column }) => column.align),
    wordWrap: true,
  });
  drawn.push(strips.map(({ column }) => bold(column.title, options)));
  drawn.push(widths.map((width) => faint((options.ascii ? '-' : '─').repeat(width), options)));
  const height = strips[0]?.texts.length ?? 0;
  for (let row = 0; row < height; row += 1) {
    drawn.push(strips.map(({ texts }, index) => wrappable(texts[row] ?? '', widths[index] ?? 0)));
  }
  const lines = drawn.toString().split('\n');
  if (strips.some(({ column }) => column.group !== undefined))
    lines.unshift(groupLine(strips, widths, options));
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** Headings over groups of columns, each drawn as a rule as wide as its columns. (cli-table3 counts a gap as one wide.) */
function groupLine(strips: readonly Strip[], widths: readonly number[], options: TerminalOptions): string {
  const rule = options.ascii ? '-' : '─';
  let index = 0;
  const headings = groupsOf(strips).map((group) => {
    const members = widths.slice(index, index + group.length);
    index += group.length;
    const width = members.reduce((sum, member) => sum + member, 0) + GAP.length * (members.length - 1);
    const heading = group[0]?.column.group;
    if (heading === undefined) return ' '.repeat(width);
    const space = width - displayWidth(heading);
    if (space < 4) return bold(heading, options) + ' '.repeat(Math.max(0, space));
    const left = Math.floor((space - 2) / 2);
    return `${faint(rule.repeat(left), options)} ${bold(heading, options)} ${faint(rule.repeat(space - 2 - left), options)}`;
  });
  return headings.join(GAP);
}

/** Columns are widened evenly where the heading over them is wider than they are together. */
function widenForGroups(strips: readonly Strip[]): number[] {
  return groupsOf(strips).flatMap((group) => {
    const missing = Math.max(0, displayWidth(group[0]?.column.group ?? '') - totalWidth(group));
    return group.map(({ width }, index) => width + Math.ceil((missing - index) / group.length));
  });
}

/** A cell that breaks at spaces, or anywhere when a word alone is too wide (Chinese has no spaces). */
function wrappable(content: string, width: number): CliTable.Cell {
  const fits = content.split(' ').every((word) => displayWidth(word) <= width);
  return { content, wordWrap: true, wrapOnWordBoundary: fits };
}

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
} as const;
