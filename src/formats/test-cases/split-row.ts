/** One cell of a row of a Markdown table as it stands in the line. */
export interface WrittenCell {
  /** Of its first character that is no space, from 1. */
  readonly column: number;
  readonly isBlank: boolean;
}

/** Where the cells of a row of a Markdown table stand; bars behind a backslash belong to a cell. Source: GFM 4.10. */
export function splitRow(line: string): WrittenCell[] {
  const trimmed = line.trimEnd();
  const lead = /^\s*\|?/.exec(trimmed)?.[0].length ?? 0;
  const cells: WrittenCell[] = [];
  let start = lead;
  for (let at = lead; at <= trimmed.length; at += 1) {
    if (trimmed.charAt(at) === '\\') {
      at += 1;
      continue;
    }
    const isEnd = at === trimmed.length;
    if (!isEnd && trimmed.charAt(at) !== '|') continue;
    // The bar that closes a row opens no cell.
    if (isEnd && start === at && cells.length > 0) break;
    const text = trimmed.slice(start, at);
    cells.push({ column: start + (text.length - text.trimStart().length) + 1, isBlank: text.trim() === '' });
    start = at + 1;
  }
  return cells;
}
