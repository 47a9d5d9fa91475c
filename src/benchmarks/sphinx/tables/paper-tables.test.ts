import { describe, expect, it } from 'vitest';
import { measureDimensions } from '../../dimensions/dimension-measures.js';
import type { NavigationRow } from '../../dimensions/navigation-row.js';
import { paperTables } from './paper-tables.js';
import {
  PUBLISHED_AGENTS,
  PUBLISHED_GROUNDING,
  PUBLISHED_INSTRUCTIONS,
  PUBLISHED_KNOWLEDGE,
  PUBLISHED_OBSERVATIONS,
  PUBLISHED_PLANNING,
  PUBLISHED_RATES,
} from './published.js';

const OPTIONS = { agent: 'mine', part: 'all, reference mode' };

/** An item of navigation: solved, failed, or left undecided. */
function walk(index: number, solved: 0 | 1 | null): NavigationRow {
  const row = {
    key: { item: `navigation/${index}/notes`, repeat: 0 },
    dimension: 'navigation',
    modality: null,
    kind: 'task',
    set: 'notes',
    outcome: solved === null ? 'judge_unknown' : solved === 1 ? 'passed' : 'failed',
    original: solved,
    repaired: null,
    app: null,
    details: null,
  } as const;
  return { app: 'notes', solved: row, completed: row, instructionFollowing: null };
}

describe('paperTables', () => {
  it('shows no rate of navigation without its bounds', () => {
    const navigation = [walk(0, 1), walk(1, 0), walk(2, null), walk(3, null)];
    const measures = measureDimensions({ questions: [], navigation }, 'reference');
    const [table4] = paperTables(measures, { ...OPTIONS, published: false });
    expect(table4?.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['recordings', 'mine', '50.0 [25.0–75.0]', '50.0 [25.0–75.0]', '-', '-', '-', '-'],
    ]);
  });

  it("adds the paper's rows to each of its tables, cell by cell, only when asked", () => {
    const measures = measureDimensions({ questions: [], navigation: [] }, 'reference');
    expect(paperTables(measures, { ...OPTIONS, published: false })).toEqual([]);
    const tables = paperTables(measures, { ...OPTIONS, published: true });
    const published = [
      PUBLISHED_OBSERVATIONS,
      PUBLISHED_KNOWLEDGE,
      PUBLISHED_PLANNING,
      PUBLISHED_GROUNDING,
      PUBLISHED_INSTRUCTIONS,
      PUBLISHED_AGENTS,
    ];
    expect(tables.map(({ id }) => id)).toEqual([4, 5, 6, 7, 8, 9, 10].map((n) => `sphinx-table-${n}`));
    expect(tables[0]?.rows.slice(1).map(([modality, model]) => [modality?.text, model?.text])).toEqual(
      PUBLISHED_RATES.map(([modality, model]) => [modality, `paper: ${model}`]),
    );
    for (const [index, rows] of published.entries()) {
      const table = tables[index + 1];
      expect(
        table?.rows.slice(1).map(([, ...cells]) => cells.map(({ value }) => value)),
        table?.id,
      ).toEqual(
        rows.map(([, ...numbers]) => numbers.map((number) => (number === null ? null : number / 100))),
      );
    }
  });
});
