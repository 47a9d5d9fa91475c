import type { Interval } from '../intervals/interval.js';
import type { Measured } from './measured.js';
import { percent, percentInterval } from './percent.js';
import type { Cell } from './table.js';

/** The value in percent, with what it is the ratio of; leads to the items behind it. */
export function valueCell({ value, sum, n, items }: Measured, digits = 1): Cell {
  const counts: Pick<Cell, 'counts'> = sum === undefined ? {} : { counts: [sum, n] };
  return { text: percent(value, digits), value, ...counts, items };
}

/** The same where the layout has no cell for the interval. */
export function wholeCell(measured: Measured, digits = 1): Cell {
  return { ...valueCell(measured, digits), ...endsOf(measured.interval) };
}

/** The 95 % interval in percent. */
export function intervalCell({ interval }: Pick<Measured, 'interval'>, digits = 1): Cell {
  return { text: percentInterval(interval, digits), ...endsOf(interval) };
}

/** Worst and best value over what is unknown, in percent. */
export function boundsCell({ bounds }: Pick<Measured, 'bounds'>, digits = 1): Cell {
  return { text: percentInterval(bounds, digits), ...endsOf(bounds) };
}

/** How many of how many, such as `3/4`. */
export function hitsCell({ hit, total }: { readonly hit: number; readonly total: number }): Cell {
  return { text: `${hit}/${total}`, counts: [hit, total] };
}

/** The ends of an interval as a cell has them; nothing where there is none. */
export function endsOf(interval: Interval | null): Pick<Cell, 'interval'> {
  return interval === null ? {} : { interval: [interval.low, interval.high] };
}

/** A count that leads to its items. */
export function countCell(items: readonly string[]): Cell {
  return { text: String(items.length), value: items.length, items };
}
