import { describe, expect, it } from 'vitest';
import type { ResultRow } from '../../../metrics/result-row.js';
import { PUBLISHED_RATES } from './published.js';
import { sphinxTables } from './tables.js';

const ROWS: ResultRow[] = [
  { key: { item: '101/calendar', repeat: 0 }, outcome: 'passed', completion: 1, steps: 6 },
  { key: { item: '101/notes', repeat: 0 }, outcome: 'failed', completion: 0.5, steps: 4 },
  { key: { item: '102/notes', repeat: 0 }, outcome: 'model_error', completion: null, steps: 2 },
];

describe('sphinxTables', () => {
  it("has the layout of the paper's Table 4, with a dash where tasks were never released", () => {
    const [table4] = sphinxTables([{ agent: 'replay', modality: 'Text', rows: ROWS }], {
      split: '3 user tasks',
    });
    expect(table4?.title).toContain('3 user tasks');
    expect(table4?.columns.map(({ group, title }) => `${group ?? ''} ${title}`.trim())).toEqual([
      'Modality',
      'Model',
      'User Tasks SR (%)',
      'User Tasks ACP (%)',
      'Testing Tasks SR (%)',
      'Testing Tasks ACP (%)',
      'All Tasks SR (%)',
      'All Tasks ACP (%)',
    ]);
    expect(table4?.rows.map((cells) => cells.map(({ text }) => text))).toEqual([
      ['Text', 'replay', '50.0', '75.0', '-', '-', '-', '-'],
    ]);
  });

  it('gives every number its n, interval, voided items and bounds', () => {
    const [, rates] = sphinxTables([{ agent: 'replay', modality: 'Text', rows: ROWS }]);
    expect(rates?.rows.map((cells) => cells.map(({ text }) => text))).toEqual([
      ['replay', 'Text', 'SR', '50.0', '1.3–98.7', '2', '1', '0', '33.3–66.7'],
      ['replay', 'Text', 'ACP', '75.0', '11.3–99.9', '2', '1', '0', '50.0–83.3'],
    ]);
  });

  it('shows the published rows only when asked', () => {
    const sets = [{ agent: 'x', modality: 'Text', privilege: 'sees the answers', rows: ROWS }];
    const [table4] = sphinxTables(sets, { published: true });
    expect(table4?.rows).toHaveLength(1 + PUBLISHED_RATES.length);
    expect(table4?.rows[0]?.[1]?.text).toBe('x (sees the answers)');
    expect(table4?.rows[1]?.map(({ text }) => text)).toEqual([
      'Text',
      'paper: GPT-4-Turbo',
      '31.1',
      '34.5',
      '0.0',
      '6.8',
      '16.6',
      '21.5',
    ]);
    expect(sphinxTables(sets)[0]?.rows).toHaveLength(1);
  });
});
