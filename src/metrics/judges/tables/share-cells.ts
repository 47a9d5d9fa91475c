import type { MeasuredKappa, MeasuredShare } from '../../../domain/scores/judge-measurement.js';
import { NOT_APPLICABLE, percent } from '../../tables/percent.js';
import type { Cell } from '../../tables/table.js';

/** A share in percent, its interval, and what it is of. */
export function shareCells(
  { hits, total, value, interval }: MeasuredShare,
  items?: readonly string[],
): readonly [value: Cell, interval: Cell, counts: Cell] {
  const lead = items === undefined ? {} : { items };
  return [
    { text: percent(value), value, counts: [hits, total], ...lead },
    endsCell(interval, (end) => percent(end)),
    { text: `${hits}/${total}`, counts: [hits, total], ...lead },
  ];
}

/** Kappa with two decimals, its interval, and the items that it is over. */
export function kappaCells({
  n,
  value,
  interval,
}: MeasuredKappa): readonly [value: Cell, interval: Cell, n: Cell] {
  return [
    { text: value === null ? NOT_APPLICABLE : value.toFixed(2), value },
    endsCell(interval, (end) => end.toFixed(2), ' to '),
    { text: String(n), value: n },
  ];
}

function endsCell(interval: MeasuredShare['interval'], textOf: (end: number) => string, between = '–'): Cell {
  if (interval === null) return { text: NOT_APPLICABLE };
  const [low, high] = interval;
  return { text: `${textOf(low)}${between}${textOf(high)}`, interval: [low, high] };
}
