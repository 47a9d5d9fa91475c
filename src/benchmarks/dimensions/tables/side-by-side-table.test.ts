import { describe, expect, it } from 'vitest';
import type { DimensionRow } from '../dimension-row.js';
import { measureDimensions } from '../dimension-measures.js';
import { sideBySideTable } from './side-by-side-table.js';

function answers(dimension: 'goal' | 'knowledge', right: number, wrong: number): DimensionRow[] {
  return Array.from({ length: right + wrong }, (_, index) => ({
    key: { item: `${dimension}/${index}/A`, repeat: 0 },
    dimension,
    modality: null,
    kind: 'T',
    set: `${dimension}/${index}`,
    outcome: index < right ? 'passed' : 'failed',
    original: index < right ? 1 : 0,
    repaired: null,
    app: null,
    details: null,
  }));
}

function run(name: string, questions: readonly DimensionRow[]) {
  return { name, measures: measureDimensions({ questions, navigation: [] }, 'corrected') };
}

describe('sideBySideTable', () => {
  it('has a column for each run, and n/a where a run was not asked', () => {
    const table = sideBySideTable(
      [
        run('one', [...answers('goal', 3, 1), ...answers('knowledge', 1, 1)]),
        run('two', answers('goal', 1, 3)),
      ],
      'side by side',
    );
    expect(table?.columns.map(({ title }) => title)).toEqual(['Part', 'Metric', 'one', 'two']);
    expect(table?.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['goal', 'original', '75.0 (19.4–99.4)', '25.0 (0.6–80.6)'],
      ['knowledge', 'original', '50.0 (1.3–98.7)', 'n/a'],
    ]);
  });

  it('is nothing for runs that are not in dimensions', () => {
    expect(sideBySideTable([run('one', []), run('two', [])], 'side by side')).toBeNull();
  });
});
