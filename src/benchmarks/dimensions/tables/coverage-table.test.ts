import { describe, expect, it } from 'vitest';
import {
  measureNavigation,
  type InstructionFollowingDetails,
  type NavigationRow,
} from '../navigation-row.js';
import { coverageTable } from './coverage-table.js';

const COVERAGE = { recordings: 2, screens: 8, ways: 7 };

function walk(
  app: string,
  index: number,
  details: Partial<InstructionFollowingDetails> | null,
): NavigationRow {
  const row = {
    key: { item: `navigation/${index}/${app}`, repeat: 0 },
    dimension: 'navigation',
    modality: null,
    kind: 'task',
    set: app,
    app,
    outcome: 'judge_unknown',
    original: null,
    repaired: null,
    details: null,
  } as const;
  const counts = { left: false, repeated: 0, repeatable: 0, actions: 4, formatErrors: 0, coverage: COVERAGE };
  return {
    app,
    solved: row,
    completed: row,
    instructionFollowing: details === null ? null : { ...counts, ...details },
  };
}

function tableOf(rows: readonly NavigationRow[]) {
  const measures = measureNavigation(rows);
  if (measures === null) throw new Error('there are no rows');
  const { columns, rows: lines, notes } = coverageTable(measures);
  return {
    titles: columns.map(({ title }) => title),
    lines: lines.map((line) => line.map(({ text }) => text)),
    notes: notes.join(' '),
  };
}

describe('coverageTable', () => {
  it('says which share of the recorded screens all episodes of an app have seen', () => {
    const { lines, notes, titles } = tableOf([
      walk('notes', 1, { seen: ['a', 'b', 'c'] }),
      walk('notes', 2, { seen: ['a', 'd'], left: true }),
      walk('clock', 1, { seen: ['x'] }),
    ]);
    expect(lines).toEqual([
      ['clock', '2', '8', '7', '1', '0', '0', '0.0–100.0', '1', '12.5'],
      ['notes', '2', '8', '7', '2', '0', '1', '0.0–100.0', '4', '50.0'],
    ]);
    expect(notes).toContain('Seen in all: 5 of 16 recorded screens (31.2 %) of 2 apps.');
    expect(titles).not.toContain('Not recorded');
  });

  it('counts the tries of exploring agents that nobody recorded', () => {
    const { lines, notes, titles } = tableOf([
      walk('notes', 1, { seen: ['a'], unrecorded: 3 }),
      walk('clock', 1, { seen: ['x'] }),
    ]);
    expect(titles.slice(-2)).toEqual(['Tries', 'Not recorded']);
    expect(lines.map((line) => line.slice(-2))).toEqual([
      ['4', '0'],
      ['4', '3'],
    ]);
    expect(notes).toContain('3 of 8 tries');
  });

  it('is silent about shares where older scores did not count them, or nobody came', () => {
    const { lines, notes } = tableOf([walk('notes', 1, {}), walk('clock', 1, null)]);
    expect(lines.map((line) => line.slice(-2))).toEqual([
      ['n/a', 'n/a'],
      ['n/a', 'n/a'],
    ]);
    expect(notes).not.toContain('Seen in all');
  });
});
