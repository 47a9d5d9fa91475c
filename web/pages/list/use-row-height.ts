import { useSyncExternalStore } from 'react';
import type { ListKind } from '../../report/addresses.js';
import { useReport } from '../../report/use-report.js';
import { stripWidth } from './strip-width.js';

/** From here on a row is laid out for a telephone; the style sheet says the same. Pixels. */
const NARROW = 760;

/** Pixels of every row of a list: strips of many runs take several lines. */
export function useRowHeight(kind: ListKind, strips: number): number {
  const { model } = useReport();
  const width = useSyncExternalStore(onResize, () => innerWidth);
  const isNarrow = width <= NARROW;
  if (kind === 'episodes') return isNarrow ? 84 : 56;
  const room = isNarrow ? width - 80 : (width - 140) / 2;
  const lines = Math.ceil(strips / Math.max(1, Math.floor(room / stripWidth(model))));
  return isNarrow ? 64 + lines * 28 : Math.max(60, 18 + lines * 28);
}

function onResize(change: () => void): () => void {
  addEventListener('resize', change);
  return () => removeEventListener('resize', change);
}
