import { describe, expect, it } from 'vitest';
import { measureDimensions } from '../../dimensions/dimension-measures.js';
import type { NavigationRow } from '../../dimensions/navigation-row.js';
import type { SphinxCondition } from './condition.js';
import { paperTables } from './paper-tables.js';
import {
  PUBLISHED_AGENTS,
  PUBLISHED_GROUNDING,
  PUBLISHED_INSTRUCTIONS,
  PUBLISHED_KNOWLEDGE,
  PUBLISHED_OBSERVATIONS,
  PUBLISHED_PLANNING,
  PUBLISHED_PLANNING_AVERAGE,
  PUBLISHED_RATES,
} from './published.js';

const NOBODY: SphinxCondition = {
  agent: null,
  observation: null,
  documents: null,
  model: null,
  remarks: [],
};
const OPTIONS = {
  agent: 'mine',
  part: 'all, reference mode',
  condition: NOBODY,
  isOnPhones: false,
  withoutLogin: new Set<string>(),
};

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
  it('has runs on phones under what the model was shown, comparable with the paper', () => {
    const measures = measureDimensions({ questions: [], navigation: [walk(0, 1), walk(1, 0)] }, 'reference');
    const condition = { ...NOBODY, observation: 'tree' } as const;
    const options = { ...OPTIONS, condition, isOnPhones: true };
    const [table4] = paperTables(measures, { ...options, published: true });
    expect(table4?.title).toContain('on phones');
    expect(table4?.rows[0]?.slice(0, 3).map(({ text }) => text)).toEqual([
      'Text',
      'mine',
      '50.0 [50.0–50.0]',
    ]);
    expect(table4?.notes?.join(' ')).not.toMatch(/not comparable|recordings/);
  });

  it('shows no rate of navigation without its bounds', () => {
    const navigation = [walk(0, 1), walk(1, 0), walk(2, null), walk(3, null)];
    const measures = measureDimensions({ questions: [], navigation }, 'reference');
    const [table4] = paperTables(measures, { ...OPTIONS, published: false });
    expect(table4?.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['recordings', 'mine', '50.0 [25.0–75.0]', '50.0 [25.0–75.0]', '-', '-', '-', '-'],
    ]);
  });

  it.each([
    ['text', 0],
    ['tree', 2],
    ['annotated_image', 4],
    ['image', 6],
  ] as const)('puts the own numbers of Table 5 under %s, which was shown', (observation, place) => {
    const measures = measureDimensions(
      { questions: [], navigation: [walk(0, 1), walk(1, null)] },
      'reference',
    );
    const condition = { ...NOBODY, observation, remarks: ['Seen from afar.'] };
    const table5 = paperTables(measures, { ...OPTIONS, condition, published: false }).at(1);
    expect(table5?.id).toBe('sphinx-table-5');
    const expected = Array.from({ length: 8 }, () => 'n/a');
    expected.splice(place, 2, '100.0 [50.0–100.0]', '100.0 [50.0–100.0]');
    expect(table5?.rows.map((row) => row.map(({ text }) => text))).toEqual([['mine', ...expected]]);
    expect(table5?.notes).toContain('Seen from afar.');
    expect(table5?.notes.join(' ')).toContain('an episode left the recordings');
  });

  it.each<[string, Partial<SphinxCondition>, string[]]>([
    [
      'its model',
      { agent: 'ReAct', observation: 'tree', model: 'gpt-4o-2024-05-13' },
      ['mine, text', '50.0', 'n/a', 'n/a'],
    ],
    [
      'its model',
      { agent: 'ReAct', observation: 'image', model: 'GPT-4-turbo' },
      ['mine, vision', 'n/a', 'n/a', '50.0'],
    ],
    [
      'its model',
      { agent: 'AppAgent', documents: true, model: 'gpt-4o-mini' },
      ['mine, with documents', 'n/a', '50.0', 'n/a'],
    ],
    [
      'a column of its own',
      { agent: 'AppAgent', documents: false, model: 'qwen' },
      ['mine, without documents', 'n/a', 'n/a', 'n/a', '50.0'],
    ],
    ['a column of its own', {}, ['mine', 'n/a', 'n/a', 'n/a', '50.0']],
  ])('puts the own number of Table 10 under %s, of tasks without login alone', (_, condition, expected) => {
    const navigation = [walk(0, 1), walk(1, 0), walk(2, 1), walk(3, 1)];
    const measures = measureDimensions({ questions: [], navigation }, 'reference');
    const table10 = paperTables(measures, {
      ...OPTIONS,
      condition: { ...NOBODY, ...condition },
      withoutLogin: new Set(['0/notes', '1/notes', '9/notes']),
      published: false,
    }).at(-1);
    expect(table10?.id).toBe('sphinx-table-10');
    const [row] = table10?.rows.map((cells) => cells.map(({ text }) => text.replace(/ \[.*/, ''))) ?? [];
    expect(row).toEqual(expected);
    expect(table10?.columns.slice(4).map(({ title }) => title)).toEqual(
      expected.length === 4 ? [] : [condition.model ?? 'This model'],
    );
    expect(table10?.notes.join(' ')).toContain('n 2, 95 %');
  });

  it('has no Table 10 where no task without login was measured', () => {
    const measures = measureDimensions({ questions: [], navigation: [walk(0, 1)] }, 'reference');
    const ids = paperTables(measures, { ...OPTIONS, published: false }).map(({ id }) => id);
    expect(ids).not.toContain('sphinx-table-10');
  });

  it('prints the mean of the models for planning, as the paper does', () => {
    const [, ...averages] = PUBLISHED_PLANNING_AVERAGE;
    const means = averages.map((_, index) => {
      const values = PUBLISHED_PLANNING.flatMap(([, ...numbers]) => numbers[index] ?? []);
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    });
    expect(means.map((mean) => Number(mean.toFixed(1)))).toEqual(averages);
  });

  it("adds the paper's rows to each of its tables, cell by cell, only when asked", () => {
    const measures = measureDimensions({ questions: [], navigation: [] }, 'reference');
    expect(paperTables(measures, { ...OPTIONS, published: false })).toEqual([]);
    const tables = paperTables(measures, { ...OPTIONS, published: true });
    const published = [
      PUBLISHED_OBSERVATIONS,
      PUBLISHED_KNOWLEDGE,
      [...PUBLISHED_PLANNING, PUBLISHED_PLANNING_AVERAGE],
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
