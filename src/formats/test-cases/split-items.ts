/** One entry of a cell that holds several, with the number it is given. */
export interface Item {
  /** null where entries have no numbers. */
  readonly number: number | null;
  readonly text: string;
}

/** `1. `, `1) `, `1、`, `(1) `, `（1）`, `Step 1: `, `步骤1：`; a number that continues as `1.5` or `10:30` is none. */
const NUMBERED =
  /^\s*(?:(?:step|步骤)\s*(\d{1,3})\s*[.:：、)）]?|[（(](\d{1,3})[)）]|(\d{1,3})(?:[、)）．]|[.:：](?!\d)))\s*/iu;
const BULLET = /^\s*[-*•·–]\s+/u;
/** What stands where nothing is expected. */
const NOTHING = /^(?:[-–—/]+|n\/?a|none|无)\.?$/iu;

/**
 * Entries of a cell: numbered lines, each with the lines that follow it; else lines with bullets; else every line. Numbers
 * count where they begin with 1 and rise by one; with `sparse`, as results of some steps only, where they rise. Empty
 * entries (`-`, `N/A`, `无`) are left out where they have no number, and are empty texts where they have one.
 */
export function splitItems(text: string, options: { readonly sparse?: boolean } = {}): Item[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return numberedItems(lines, options.sparse === true) ?? bulletItems(lines) ?? plainItems(lines);
}

function numberedItems(lines: readonly string[], isSparse: boolean): Item[] | null {
  const items: { number: number; lines: string[] }[] = [];
  for (const line of lines) {
    const match = NUMBERED.exec(line);
    const number = Number(match?.[1] ?? match?.[2] ?? match?.[3] ?? Number.NaN);
    const last = items.at(-1);
    const before = last?.number ?? 0;
    if (match !== null && (isSparse ? number > before : number === before + 1)) {
      items.push({ number, lines: [line.slice(match[0].length)] });
    } else if (last === undefined) return null;
    else last.lines.push(line);
  }
  return items.length === 0 ? null : items.map(({ number, lines: own }) => ({ number, text: said(own) }));
}

function bulletItems(lines: readonly string[]): Item[] | null {
  if (lines[0] === undefined || !BULLET.test(lines[0])) return null;
  const items: string[][] = [];
  for (const line of lines) {
    const match = BULLET.exec(line);
    if (match === null) items.at(-1)?.push(line);
    else items.push([line.slice(match[0].length)]);
  }
  return items.map((own) => ({ number: null, text: said(own) })).filter(({ text }) => text !== '');
}

function plainItems(lines: readonly string[]): Item[] {
  return lines.map((line) => ({ number: null, text: said([line]) })).filter(({ text }) => text !== '');
}

/** Whether a cell marks itself as empty. */
export function saysNothing(text: string): boolean {
  return text.trim() === '' || NOTHING.test(text.trim());
}

/** Lines as one text, empty where they mark themselves as empty. */
function said(lines: readonly string[]): string {
  const text = lines
    .map((line) => line.trim())
    .join('\n')
    .trim();
  return saysNothing(text) ? '' : text;
}
