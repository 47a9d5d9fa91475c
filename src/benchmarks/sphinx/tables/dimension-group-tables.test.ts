import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeSphinxData } from '../../../../test/fixtures/sphinx-data.js';
import type { DimensionRow } from '../../dimensions/dimension-row.js';
import { dimensionGroupTables } from './dimension-group-tables.js';

function row(changes: Partial<DimensionRow>): DimensionRow {
  return {
    key: { item: 'navigation/1/notes', repeat: 0 },
    dimension: 'navigation',
    modality: null,
    kind: 'task',
    set: 'notes',
    app: 'notes',
    outcome: 'passed',
    original: 1,
    repaired: null,
    details: null,
    ...changes,
  };
}

/** A screen of a recording of two. */
function screen(pair: string, index: number, original: number): DimensionRow {
  return row({
    key: { item: `planning/text/${pair}/${index}`, repeat: 0 },
    dimension: 'planning',
    modality: 'text',
    kind: index === 1 ? 'stop' : 'continue',
    set: `planning/${pair}`,
    app: pair.slice(2),
    original,
    details: { setSize: 2, said: '', readable: true, asked: false },
  });
}

function walk(pair: string, original: number | null) {
  const app = pair.slice(2);
  const solved = row({
    key: { item: `navigation/${pair}`, repeat: 0 },
    set: app,
    app,
    original,
    outcome: original === null ? 'judge_unknown' : original === 1 ? 'passed' : 'failed',
  });
  return { app, solved, completed: solved, instructionFollowing: null };
}

async function tables(rows: Parameters<typeof dimensionGroupTables>[0]): Promise<Record<string, string[][]>> {
  await using data = await temporaryFolder();
  await writeSphinxData(data.path);
  const found = await dimensionGroupTables(rows, {
    dataDirectory: data.path,
    mode: 'corrected',
    part: 'all, corrected mode',
    signal: new AbortController().signal,
  });
  return Object.fromEntries(
    found.map(({ id, rows: lines }) => [id, lines.map((line) => line.map(({ text }) => text))]),
  );
}

describe('dimensionGroupTables', () => {
  it('divides navigation by category and length, undecided items in the bounds', async () => {
    const navigation = [walk('1/notes', 1), walk('2/notes', null), walk('1/clock', 0), walk('7/maps', 1)];
    const found = await tables({ questions: [], navigation });
    const short = (id: string) => found[id]?.map((line) => [line[0], line[1], line[3], line[4]]);
    expect(short('sphinx-navigation-by-category')).toEqual([
      ['Productivity', '100.0', '1', '50.0–100.0'],
      ['Tools', '0.0', '1', '0.0–0.0'],
      ['unknown', '100.0', '1', '100.0–100.0'],
    ]);
    expect(short('sphinx-navigation-by-length')).toEqual([
      ['up to 3', '50.0', '2', '33.3–66.7'],
      ['unknown', '100.0', '1', '100.0–100.0'],
    ]);
    expect(Object.keys(found)).toHaveLength(2);
  });

  it('divides planning by recordings, each modality apart, and grounding by category alone', async () => {
    const planning = [
      screen('1/notes', 0, 1),
      screen('1/notes', 1, 1),
      screen('1/clock', 0, 1),
      screen('1/clock', 1, 0),
    ];
    const seen = planning.map((one) => ({ ...one, modality: 'vision' as const, original: 0 }));
    const grounding = ['notes', 'clock'].map((app, index) =>
      row({ dimension: 'grounding', modality: 'text', app, set: `grounding/${index}`, original: index }),
    );
    const found = await tables({ questions: [...planning, ...seen, ...grounding], navigation: [] });
    expect(Object.keys(found)).toEqual(['sphinx-planning-by-category', 'sphinx-grounding-by-category']);
    expect(found['sphinx-planning-by-category']?.map((line) => [line[0], line[1], line[3], line[5]])).toEqual(
      [
        ['Productivity', '100.0', '1', '0.0'],
        ['Tools', '0.0', '1', '0.0'],
      ],
    );
    expect(found['sphinx-grounding-by-category']?.map((line) => line.slice(0, 2))).toEqual([
      ['Productivity', '0.0'],
      ['Tools', '100.0'],
    ]);
  });

  it('reads nothing where no pair was measured', async () => {
    expect(await tables({ questions: [row({ dimension: 'goal' })], navigation: [] })).toEqual({});
  });
});
