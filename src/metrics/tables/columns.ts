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
