import { describe, expect, it } from 'vitest';
import type { Table } from '../../../metrics/tables/table.js';
import { ODYSSEY_CATEGORIES } from '../match/odyssey-tally.js';
import type { OdysseySplitName } from '../splits/odyssey-split.js';
import { PUBLISHED_CATEGORIES, PUBLISHED_RANDOM } from './published-odyssey.js';
import { publishedRows, withPublishedForeign } from './published-rows.js';

function textsOf(split: OdysseySplitName, level: string | null, categories: readonly string[] = []) {
  const { rows, notes } = publishedRows({ split, level }, categories);
  return { rows: rows.map((row) => row.map(({ text }) => text)), notes };
}

describe('the published rows of the random split', () => {
  it('have the mean of the six categories for their whole, as all that is printed', () => {
    expect(PUBLISHED_CATEGORIES.toSorted()).toEqual(ODYSSEY_CATEGORIES.toSorted());
    for (const { model, high, low } of PUBLISHED_RANDOM) {
      for (const numbers of [high, low]) {
        const categories = numbers.slice(0, -1);
        expect(categories).toHaveLength(6);
        // Of one printed whole the last digit is off by three.
        const mean = categories.reduce((sum, value) => sum + value, 0) / 6;
        expect(Math.abs(mean - (numbers.at(-1) ?? 0)), model).toBeLessThan(0.03);
      }
    }
  });

  it('stand under the categories that are shown, in their order', () => {
    const { rows, notes } = textsOf('random', 'low', ['Multi_Apps', 'New', 'General_Tool']);
    expect(rows).toHaveLength(PUBLISHED_RANDOM.length);
    expect(rows.at(-2)).toEqual([
      'OdysseyAgent (published, fine-tuned on the training side)',
      '87.84',
      'n/a',
      'n/a',
      'n/a',
      '91.21',
      'n/a',
      '86.88',
      'n/a',
    ]);
    expect(notes.join(' ')).toContain('200 sampled episodes');
    // SR is printed for the whole split alone, with high-level instructions.
    expect(textsOf('random', 'high').rows.at(-1)).toEqual([
      'OdysseyAgent* (published, fine-tuned on the training side)',
      '78.24',
      '11.62',
    ]);
  });

  it('are shown at both levels where nobody says which was asked', () => {
    const { rows } = textsOf('random', null);
    expect(rows).toHaveLength(2 * PUBLISHED_RANDOM.length);
    expect(rows[0]?.[0]).toBe('GPT-4V (published, zero-shot, high level)');
    expect(rows.at(-1)?.[0]).toContain('low level');
  });
});

describe('the published rows of other splits', () => {
  it.each([
    ['task', 'high', '54.36', '0.09'],
    ['device', 'low', '79.66', '8.47'],
    ['app', 'low', '84.24', '20.70'],
    ['device-pixel-fold', 'high', '67.67', '4.48'],
  ] as const)('are those of OdysseyAgent: %s, %s', (split, level, ams, sr) => {
    const { rows, notes } = textsOf(split, level, ['Multi_Apps']);
    expect(rows[0]).toEqual(['OdysseyAgent (published)', 'n/a', 'n/a', ams, sr]);
    expect(notes.join(' ')).toContain('trained on the other side');
  });

  it.each([
    ['all', 'high', 'The paper prints nothing for the split all with high-level instructions.'],
    ['all', null, 'The paper prints nothing for the split all.'],
    [
      'device-pixel-fold',
      'low',
      'The paper prints nothing for the split device-pixel-fold with low-level instructions.',
    ],
  ] as const)('are missing, which is said: %s, %s', (split, level, note) => {
    expect(textsOf(split, level)).toEqual({ rows: [], notes: [note] });
  });
});

describe('withPublishedForeign', () => {
  const table: Table = {
    id: 't',
    title: 't',
    columns: [],
    rows: [[{ text: 'gui-r1' }, { text: 'mine' }]],
    notes: [],
  };
  const rowsOf = (split: OdysseySplitName, level: string | null) =>
    withPublishedForeign(table, { split, level }).rows.map((row) => row.map(({ text }) => text));

  it('adds what the projects print of the evaluators that are shown, for the split that they scored', () => {
    expect(rowsOf('random', 'high').slice(1)).toEqual([
      ['gui-r1', 'GUI-R1-3B (published)', '54.84', '41.52', '41.33', 'n/a', 'n/a', '', ''],
      ['gui-r1', 'GUI-R1-7B (published)', '65.49', '43.64', '38.79', 'n/a', 'n/a', '', ''],
      ['gui-r1', 'OS-Atlas-7B (published)', '60.42', '39.74', '26.96', 'n/a', 'n/a', '', ''],
    ]);
    expect(rowsOf('random', null)).toHaveLength(4);
  });

  it.each([
    ['random', 'low'],
    ['app', 'high'],
  ] as const)('says that there is nothing: %s, %s', (split, level) => {
    expect(rowsOf(split, level)).toHaveLength(1);
    expect(withPublishedForeign(table, { split, level }).notes).toEqual([
      expect.stringContaining('print nothing'),
    ]);
  });
});
