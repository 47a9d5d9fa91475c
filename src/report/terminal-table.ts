import CliTable from 'cli-table3';
import { plural } from '../domain/text/plural.js';
import type { Table } from '../metrics/tables/table.js';
import { GAP, groupsOf, layOutTable, stripOf, totalWidth, type Strip } from './table-layout.js';
import type { TerminalOptions } from './terminal-options.js';
import { bold, displayWidth, faint, plainSigns, wrapText } from './terminal-text.js';

/**
 * A table as aligned text, title above, notes below. Too wide a table first wraps its texts between words, then hides columns
 * that may be hidden and says so, then continues in further blocks that repeat the leading text columns. One without rows is
 * title and notes. Ends without a line break.
 */
export function renderTable(table: Table, options: TerminalOptions): string {
  const strips = table.columns.map((column, index) =>
    stripOf(
      { ...column, title: plainSigns(column.title, options) },
      table.rows.map((row) => plainSigns(row[index]?.text ?? '', options)),
    ),
  );
  const { blocks, hidden, asLists } = layOutTable(strips, options.width);
  const title = bold(wrapText(plainSigns(table.title, options), options.width), options);
  const notes = table.notes.map((note) =>
    faint(wrapText(plainSigns(note, options), options.width, '  '), options),
  );
  // Headings over nothing would look like a table that failed to load.
  if (table.rows.length === 0) return [title, '', ...(notes.length > 0 ? notes : ['(none)'])].join('\n');
  if (hidden > 0) notes.unshift(faint(hiddenNote(hidden), options));
  const body = asLists
    ? renderLists(blocks, options)
    : blocks.map((block) => renderBlock(block, options)).join('\n\n');
  return [title, '', body, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

function hiddenNote(count: number): string {
  return `${plural(count, 'column')} hidden; widen the terminal or use --json`;
}

/** Each row as lines of title and cell, for tables that have no narrower form. */
function renderLists(blocks: readonly (readonly Strip[])[], options: TerminalOptions): string {
  const strips = [...new Map(blocks.flat().map((strip) => [strip.column, strip])).values()];
  const nameOf = ({ column: { group, title } }: Strip): string =>
    group === undefined ? title : `${group}, ${title}`;
  const indent = '  ';
  return (strips[0]?.texts ?? [])
    .map((_, row) =>
      strips
        .map((strip) =>
          wrapText(`${nameOf(strip)}: ${strip.texts[row] ?? ''}`.trimEnd(), options.width, indent),
        )
        .join('\n'),
    )
    .join('\n\n');
}

function renderBlock(strips: readonly Strip[], options: TerminalOptions): string {
  const widths = widenForGroups(strips);
  const drawn = new CliTable({
    chars: { ...NO_LINES, middle: GAP },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colWidths: widths,
    colAligns: strips.map(({ column }) => column.align),
  });
  drawn.push(strips.map(({ column }, index) => cell(column.title, widths[index], options)));
  drawn.push(widths.map((width) => faint((options.ascii ? '-' : '─').repeat(width), options)));
  const height = strips[0]?.texts.length ?? 0;
  for (let row = 0; row < height; row += 1) {
    drawn.push(strips.map(({ texts }, index) => cell(texts[row] ?? '', widths[index])));
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

/** A cell in as many lines as its width makes of it; bold where colours are given. */
function cell(text: string, width: number | undefined, colors?: Pick<TerminalOptions, 'color'>): string {
  const lines = wrapText(text, width ?? null).split('\n');
  return lines.map((line) => (colors === undefined ? line : bold(line, colors))).join('\n');
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
