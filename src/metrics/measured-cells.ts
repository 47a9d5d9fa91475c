import type { Measured } from './measured.js';
import { percent, percentInterval } from './percent.js';
import type { Cell } from './table.js';

/** The value in percent; leads to the items behind it. */
export function valueCell(measured: Measured, digits = 1): Cell {
  return { text: percent(measured.value, digits), value: measured.value, items: measured.items };
}

/** The 95 % interval in percent. */
export function intervalCell({ interval }: Pick<Measured, 'interval'>, digits = 1): Cell {
  return { text: percentInterval(interval, digits) };
}

/** Worst and best value over what is unknown, in percent. */
export function boundsCell({ bounds }: Pick<Measured, 'bounds'>, digits = 1): Cell {
  return { text: percentInterval(bounds, digits) };
}

/** A count that leads to its items. */
export function countCell(items: readonly string[]): Cell {
  return { text: String(items.length), value: items.length, items };
}
