import { describe, expect, it } from 'vitest';
import type { CoordinateMismatch } from '../../domain/coordinates/coordinate-mismatch.js';
import { coordinateMismatchTable } from './coordinate-mismatch-table.js';

const FINDING: CoordinateMismatch = {
  code: 'span_mismatch_suspected',
  speaker: 'qwen',
  reason: 'outside',
  positions: 10,
  outside: 4,
  readAs: 'unit',
  largest: [3, 4.5],
  histogram: [
    { range: '0–1', positions: 6 },
    { range: '1–1000', positions: 4 },
  ],
  tryInstead: 'space=permille',
  advice: 'look at it',
};

describe('coordinateMismatchTable', () => {
  it('gives how large the numbers are, and what else they may mean', () => {
    const table = coordinateMismatchTable([FINDING, { ...FINDING, speaker: '', tryInstead: null }]);
    expect(table?.id).toBe('span_mismatch_suspected');
    expect(table?.title).toBe('Warning: positions suggest another coordinate space');
    expect(table?.columns).toEqual([
      { title: 'Grammar', align: 'left' },
      { title: 'Read as', align: 'left' },
      { title: 'Positions', align: 'right' },
      { title: 'Outside', align: 'right' },
      { title: '0–1', align: 'right', group: 'Larger number' },
      { title: '1–1000', align: 'right', group: 'Larger number' },
      { title: 'Try', align: 'left' },
    ]);
    expect(table?.rows[0]).toEqual([
      { text: 'qwen' },
      { text: 'unit' },
      { text: '10', value: 10 },
      { text: '4', value: 4, counts: [4, 10] },
      { text: '6', value: 6 },
      { text: '4', value: 4 },
      { text: 'space=permille' },
    ]);
    expect(table?.rows[1]?.map(({ text }) => text)).toEqual(['–', 'unit', '10', '4', '6', '4', 'look at it']);
    expect(table?.notes[0]).toMatch(/^qwen: 4 of 10 positions lie outside/);
    expect(table?.notes).toHaveLength(2);
  });

  it('is left out where nothing is suspicious', () => {
    expect(coordinateMismatchTable([])).toBeNull();
  });
});
