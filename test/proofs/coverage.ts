import { ok } from 'node:assert/strict';
import type { Proof, ProofRow } from './proof.js';
import { coverageCells, type CoverageDesigns } from './simulation/coverage-cells.js';
import { coverageOf } from './simulation/coverage-of.js';
import { familyCells } from './simulation/family-cells.js';

/** What is promised of every cell whose truth lies between 2 and 98 %. */
const LEAST = 0.93;

const SIZES = {
  small: {
    draws: 60,
    designs: { tasks: [10], repeats: [1, 3], heterogeneity: [0, 0.3, 1], chances: [0.02, 0.5, 0.98] },
    // Sixty draws of a cell that is covered in 93 of 100 cases: fewer than 46 are seen less than once in a million.
    slack: 0.17,
  },
  whole: {
    draws: 1000,
    designs: {
      tasks: [10, 20, 45, 100, 175],
      repeats: [1, 3, 10],
      heterogeneity: [0, 0.3, 1],
      chances: [0.02, 0.5, 0.98],
    },
    slack: 0,
  },
} as const satisfies Record<string, { draws: number; designs: CoverageDesigns; slack: number }>;

/** The intervals that are printed as 95 % hold the truth in at least 93 % of all data sets, in every design. */
export const coverageProof: Proof = {
  name: 'coverage',
  title: 'Intervals that are printed as 95 % hold the truth in at least 93 % of data sets, in every design.',
  prove(size, note) {
    const { draws, designs, slack } = SIZES[size];
    const cells = [...coverageCells(designs), ...familyCells(designs)].filter(
      ({ truth }) => Math.abs(truth) <= 0.98 + 1e-9,
    );
    const rows = new Map<string, { column: string; coverage: number }[]>();
    for (const [index, cell] of cells.entries()) {
      if (index % 20 === 0) note(`${index} of ${cells.length} cells`);
      const coverage = coverageOf(cell, draws);
      ok(
        coverage >= LEAST - slack,
        `${cell.row}, ${cell.column}: covered in ${(100 * coverage).toFixed(1)} % of ${draws} data sets`,
      );
      const row = rows.get(cell.row) ?? [];
      rows.set(cell.row, [...row, { column: cell.column, coverage }]);
    }
    const lines = [...rows].map(([figure, row]): ProofRow => {
      const lowest = row.reduce((low, cell) => (cell.coverage < low.coverage ? cell : low));
      const mean = row.reduce((sum, { coverage }) => sum + coverage, 0) / row.length;
      return {
        figure,
        value: `${percent(lowest.coverage)} at ${lowest.column}; mean of ${row.length} cells ${percent(mean)}`,
        expected: `${percent(LEAST)} or more`,
      };
    });
    const head = { figure: 'cells, data sets of each', value: `${cells.length}, ${draws}`, expected: 'all' };
    return Promise.resolve([head, ...lines]);
  },
};

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
