import type { ReactNode } from 'react';
import type { Table } from '../../src/metrics/tables/table.js';
import { useTexts } from '../texts/language.js';
import { REPORT_TEXTS } from '../texts/report-texts.js';
import { Prose } from './prose.js';
import { TermOr } from './term.js';
import './tables.css';

/** A table that scrolls sideways by itself when the page is narrow. */
export function TableFrame({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    // What scrolls is reached by keyboard, too.
    <div className="table-frame" role="region" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

/** A table as metrics make it. `link` gives the address of the episodes behind a cell, or null. */
export function DataTable({
  table,
  link,
}: {
  readonly table: Table;
  readonly link?: (row: number, column: number) => string;
}): ReactNode {
  const groups = groupsOf(table);
  return (
    <figure className="data-table">
      <figcaption>{table.title}</figcaption>
      <TableFrame label={table.title}>
        <thead>
          {groups.some(({ title }) => title !== '') && (
            <tr>
              {groups.map(({ title, span }, number) => (
                <th key={number} colSpan={span} scope="colgroup" className="group">
                  {title}
                </th>
              ))}
            </tr>
          )}
          <tr>
            {table.columns.map(({ title, align }, column) => (
              <th key={column} scope="col" className={align}>
                <TermOr text={title} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <DataCell
                  key={column}
                  table={table}
                  column={column}
                  text={cell.text}
                  address={(cell.items?.length ?? 0) > 0 ? link?.(row, column) : undefined}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {table.notes.length > 0 && (
        <ul className="notes">
          {table.notes.map((note, number) => (
            <li key={number}>
              <Prose text={note} />
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

function DataCell({
  table,
  column,
  text,
  address,
}: {
  readonly table: Table;
  readonly column: number;
  readonly text: string;
  readonly address: string | undefined;
}): ReactNode {
  const { followCell } = useTexts(REPORT_TEXTS);
  const side = table.columns[column]?.align ?? 'left';
  const isMetric = table.columns[column]?.title === 'Metric';
  const content =
    address !== undefined ? (
      <a href={address} title={followCell}>
        {text}
      </a>
    ) : isMetric ? (
      <TermOr text={text} />
    ) : (
      text
    );
  return column === 0 ? (
    <th scope="row" className={side}>
      {content}
    </th>
  ) : (
    <td className={side}>{content}</td>
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
