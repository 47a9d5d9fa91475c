import type { Column } from './table.js';

export function textColumns(...titles: readonly string[]): Column[] {
  return titles.map((title) => ({ title, align: 'left' }));
}

export function numberColumns(...titles: readonly string[]): Column[] {
  return titles.map((title) => ({ title, align: 'right' }));
}

/** Columns of numbers under one heading. */
export function groupColumns(group: string, ...titles: readonly string[]): Column[] {
  return titles.map((title) => ({ title, align: 'right', group }));
}

/** Columns that a narrow terminal leaves out, those of `order` in that order; the others stay. */
export function hideable(columns: readonly Column[], order: readonly string[]): Column[] {
  return columns.map((column) => {
    const place = order.indexOf(column.title);
    return place < 0 ? column : { ...column, hideOrder: place };
  });
}
