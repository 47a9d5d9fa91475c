import type { Column } from '../metrics/tables/table.js';
import { displayWidth, widestPiece } from './terminal-text.js';

/** Columns of a terminal between two cells. */
export const GAP = '  ';

/** A text is narrowed below this only where its table has no column to hide. */
const READABLE_TEXT = 24;

/** A text is not narrowed below this, if it ever was as wide. */
const LEAST_TEXT = 12;

/** Part of the line that text columns may take together once a table is cut into blocks. */
const TEXT_SHARE = 0.4;

/** A column, its cells from the top, and how wide it is drawn. */
export interface Strip {
  readonly column: Column;
  readonly texts: readonly string[];
  readonly width: number;
  /** Width of the widest cell. */
  readonly cells: number;
  /** Width of the widest word of the title. */
  readonly titleWord: number;
  /** Width of the widest word of a cell. */
  readonly cellWord: number;
}

/** How a table is drawn: in one block, or in several that repeat the leading text columns. */
export interface TableLayout {
  readonly blocks: readonly (readonly Strip[])[];
  /** Columns that are left out. */
  readonly hidden: number;
  /** Whether each row is better drawn as a list of its cells: blocks are too wide, or of texts alone. */
  readonly asLists: boolean;
}

/** A strip as wide as its widest cell. */
export function stripOf(column: Column, texts: readonly string[]): Strip {
  const cells = texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0);
  return {
    column,
    texts,
    width: Math.max(displayWidth(column.title), cells),
    cells,
    titleWord: widestPiece(column.title),
    cellWord: texts.reduce((most, text) => Math.max(most, widestPiece(text)), 0),
  };
}

export function totalWidth(strips: readonly Strip[]): number {
  return strips.reduce((sum, { width }) => sum + width, 0) + GAP.length * Math.max(0, strips.length - 1);
}

/**
 * Fits a table into a width; what is read as one word stays whole. First texts and titles are wrapped, then columns that may
 * be hidden are, then the table continues in further blocks.
 *
 * @param width null: as wide as it is
 */
export function layOutTable(strips: readonly Strip[], width: number | null): TableLayout {
  if (width === null) return { blocks: [strips], hidden: 0, asLists: false };
  // One that says nothing goes first.
  const rank = ({ column, cells }: Strip): number => (cells === 0 ? -1 : (column.hideOrder ?? 0));
  const order = strips
    .filter(({ column }) => column.hideOrder !== undefined)
    .toSorted((a, b) => rank(a) - rank(b));
  const hidden = new Set<Strip>();
  const shown = (): Strip[] => strips.filter((strip) => !hidden.has(strip));
  const isReadable = (): boolean => totalWidth(narrow(shown(), width, READABLE_TEXT)) <= width;
  for (const strip of order) {
    if (isReadable()) break;
    hidden.add(strip);
  }
  // A narrow column may fit again once a wide one is gone.
  for (const strip of [...hidden].reverse()) {
    hidden.delete(strip);
    if (!isReadable()) hidden.add(strip);
  }
  const least = order.length > 0 && isReadable() ? READABLE_TEXT : LEAST_TEXT;
  const narrowed = narrow(shown(), width, least);
  if (totalWidth(narrowed) <= width) return { blocks: [narrowed], hidden: hidden.size, asLists: false };
  const isText = strips.every(({ column }) => column.align === 'left');
  const blocks = split(shown(), width);
  const asLists = isText || blocks.some((block) => totalWidth(block) > width);
  return { blocks, hidden: hidden.size, asLists };
}

/** Neighbouring columns under one heading, single columns alone. */
export function groupsOf(strips: readonly Strip[]): Strip[][] {
  const groups: Strip[][] = [];
  for (const strip of strips) {
    const last = groups.at(-1);
    const group = strip.column.group;
    if (last !== undefined && group !== undefined && last[0]?.column.group === group) last.push(strip);
    else groups.push([strip]);
  }
  return groups;
}

/** What a strip needs so that no word is cut; a text also so that it can be read. */
function leastWidth({ column, cells, titleWord, cellWord }: Strip, least: number): number {
  if (column.align === 'right') return Math.max(titleWord, cells);
  return Math.max(Math.min(cells, least), titleWord, cellWord);
}

/** Takes from the widest column that can give, titles of numbers before texts, until the table fits or none can give more. */
function narrow(strips: readonly Strip[], width: number, least: number): Strip[] {
  const result = [...strips];
  const takeFrom = (align: Column['align']): void => {
    for (let excess = totalWidth(result) - width; excess > 0; excess = totalWidth(result) - width) {
      const room = result
        .map((strip, index) => ({ strip, index, least: leastWidth(strip, least) }))
        .filter((one) => one.strip.column.align === align && one.strip.width > one.least)
        .toSorted((a, b) => b.strip.width - a.strip.width);
      const [widest, next] = room;
      if (widest === undefined) return;
      // Down to the next widest, so that texts that are as long come out as wide.
      const level = Math.max(widest.least, Math.min(next?.strip.width ?? 0, widest.strip.width - 1));
      const taken = Math.min(excess, widest.strip.width - level);
      result[widest.index] = { ...widest.strip, width: widest.strip.width - taken };
    }
  };
  takeFrom('right');
  takeFrom('left');
  return result;
}

/** Cuts a table into blocks; each starts with the leading text columns, and columns under one heading stay together. */
function split(strips: readonly Strip[], width: number): Strip[][] {
  // Since blocks are needed anyway, the text columns may keep a good part of the line.
  const texts = strips.filter(({ column }) => column.align === 'left').length;
  const share = Math.max(LEAST_TEXT, Math.floor((width * TEXT_SHARE) / Math.max(1, texts)));
  const sized = strips.map((strip) =>
    strip.column.align === 'left'
      ? { ...strip, width: Math.min(strip.width, leastWidth(strip, share)) }
      : strip,
  );
  const firstNumber = sized.findIndex(({ column }) => column.align === 'right');
  const keys = sized.slice(0, Math.max(1, firstNumber));
  const blocks: Strip[][] = [];
  let block = [...keys];
  for (const unit of groupsOf(sized.slice(keys.length))) {
    if (block.length > keys.length && totalWidth([...block, ...unit]) > width) {
      blocks.push(block);
      block = [...keys];
    }
    block.push(...unit);
  }
  // Texts take what room their block has left.
  const whole = new Map(sized.map((strip, index) => [strip, strips[index] ?? strip]));
  const roomy = (strip: Strip): Strip => (keys.includes(strip) ? strip : (whole.get(strip) ?? strip));
  return [...blocks, block].map((one) => narrow(one.map(roomy), width, LEAST_TEXT));
}
