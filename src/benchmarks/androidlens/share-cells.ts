import { NOT_APPLICABLE, toFixedEven } from '../../metrics/tables/percent.js';
import type { Cell } from '../../metrics/tables/table.js';

/** Hits of a total in percent, n/a of nothing. */
export function rateCell(hits: number, total: number): Cell {
  return total === 0
    ? { text: NOT_APPLICABLE, value: null }
    : { text: toFixedEven((hits / total) * 100, 2), value: hits / total, counts: [hits, total] };
}

/** A share in percent, n/a where there is none. */
export function shareCell(share: number | null): Cell {
  return share === null
    ? { text: NOT_APPLICABLE, value: null }
    : { text: toFixedEven(share * 100, 2), value: share };
}
