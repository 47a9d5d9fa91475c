import {
  coordinateMismatchWarning,
  type CoordinateMismatch,
} from '../../domain/coordinates/coordinate-mismatch.js';
import { groupColumns, numberColumns, textColumns } from './columns.js';
import type { Table } from './table.js';

/** Models whose positions suggest another coordinate space, with how large their numbers are; null where there is none. */
export function coordinateMismatchTable(findings: readonly CoordinateMismatch[]): Table | null {
  const [first] = findings;
  if (first === undefined) return null;
  const { code, histogram } = first;
  return {
    id: code,
    title: 'Warning: positions suggest another coordinate space',
    columns: [
      ...textColumns('Grammar', 'Read as'),
      ...numberColumns('Positions', 'Outside'),
      ...groupColumns('Larger number', ...histogram.map(({ range }) => range)),
      ...textColumns('Try'),
    ],
    rows: findings.map(({ speaker, readAs, positions, outside, histogram: bins, tryInstead, advice }) => [
      { text: speaker === '' ? '–' : speaker },
      { text: readAs },
      { text: String(positions), value: positions },
      { text: String(outside), value: outside, counts: [outside, positions] },
      ...bins.map((bin) => ({ text: String(bin.positions), value: bin.positions })),
      { text: tryInstead ?? advice },
    ]),
    notes: findings.map(coordinateMismatchWarning),
  };
}
