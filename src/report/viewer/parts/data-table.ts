import type { Table } from '../../../metrics/tables/table.js';
import { element, type Child } from '../element.js';
import type { Strings } from '../strings.js';
import { prose } from './prose.js';
import { termOr } from './term.js';

/** A table that scrolls sideways by itself when the page is narrow. */
export function tableFrame(label: string, ...rows: readonly Child[]): HTMLElement {
  return element(
    'div',
    { class: 'table-frame', role: 'region', 'aria-label': label, tabindex: '0' },
    element('table', {}, ...rows),
  );
}

/** A table as metrics make it. `link` gives the address of the episodes behind a cell, or null. */
export function dataTable(
  strings: Strings,
  table: Table,
  link: (row: number, column: number) => string | null,
): HTMLElement {
  const groups = groupsOf(table);
  return element(
    'figure',
    { class: 'data-table' },
    element('figcaption', {}, table.title),
    tableFrame(
      table.title,
      element(
        'thead',
        {},
        groups.some(({ title }) => title !== '') &&
          element(
            'tr',
            {},
            groups.map(({ title, span }) =>
              element('th', { colspan: span, scope: 'colgroup', class: 'group' }, title),
            ),
          ),
        element(
          'tr',
          {},
          table.columns.map(({ title, align }) =>
            element('th', { scope: 'col', class: align }, termOr(strings, title)),
          ),
        ),
      ),
      element(
        'tbody',
        {},
        table.rows.map((cells, row) =>
          element(
            'tr',
            {},
            cells.map((cell, column) => {
              const address = cell.items === undefined || cell.items.length === 0 ? null : link(row, column);
              const isMetric = table.columns[column]?.title === 'Metric';
              const content =
                address === null
                  ? isMetric
                    ? termOr(strings, cell.text)
                    : cell.text
                  : element('a', { href: address, title: strings.followCell }, cell.text);
              const side = table.columns[column]?.align ?? 'left';
              return column === 0
                ? element('th', { scope: 'row', class: side }, content)
                : element('td', { class: side }, content);
            }),
          ),
        ),
      ),
    ),
    table.notes.length > 0 &&
      element(
        'ul',
        { class: 'notes' },
        table.notes.map((note) => element('li', {}, prose(note))),
      ),
  );
}

/** Neighbouring columns with one heading above them. */
function groupsOf(table: Table): readonly { readonly title: string; readonly span: number }[] {
  const groups: { title: string; span: number }[] = [];
  for (const column of table.columns) {
    const title = 'group' in column && typeof column.group === 'string' ? column.group : '';
    const last = groups.at(-1);
    if (last !== undefined && last.title === title && title !== '') last.span += 1;
    else groups.push({ title, span: 1 });
  }
  return groups;
}
