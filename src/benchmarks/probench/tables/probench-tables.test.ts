import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../domain/episode.js';
import type { ItemResult } from '../../../domain/score.js';
import type { Table } from '../../../metrics/tables/table.js';
import type { ProbenchDetails } from '../scoring/probench-details.js';
import { probenchTables } from './probench-tables.js';

const DETAILS: ProbenchDetails = {
  outcome: 'success',
  earlyStop: null,
  steps: 4,
  invalid: 0,
  clicks: { seen: 3, idle: 0 },
  leftApp: [],
  judgeError: false,
  language: 'en',
  type: 'state',
  app: 'clock',
  category: 'system',
};

function resultOf(item: string, details: Partial<ProbenchDetails>, outcome: Outcome = 'passed'): ItemResult {
  const score = { status: 'scored' as const, value: 0, explanation: '', details: { ...DETAILS, ...details } };
  return {
    key: { item, repeat: 0 },
    task: { id: item, instructions: { en: 'x' }, apps: [], tags: [], milestones: [], evaluators: [] },
    end: { reason: 'agent_stop' },
    steps: 4,
    outcome,
    result: {
      mode: 'corrected',
      success: null,
      completion: null,
      scores: [{ evaluator: 'probench', version: '1', mode: 'corrected', score }],
    },
  };
}

const RESULTS = [
  resultOf('a', {}),
  resultOf('b', { outcome: 'failure', app: 'mail', category: null, leftApp: [1] }, 'failed'),
  resultOf(
    'c',
    { outcome: 'uncompleted', earlyStop: 'Click(5, 5)', type: 'process', clicks: { seen: 4, idle: 4 } },
    'failed',
  ),
  resultOf('d', { outcome: 'uncompleted', language: 'zh', steps: 15, invalid: 3 }, 'failed'),
  resultOf('e', { outcome: 'unjudged', judgeError: true }, 'judge_unknown'),
  // A model that was down: no part of any number.
  resultOf('f', { outcome: 'uncompleted' }, 'model_error'),
];

const TABLES = await probenchTables(RESULTS, { agent: 'mine', mode: 'corrected', published: false });

function table(id: string, tables: readonly Table[] = TABLES): Table {
  const found = tables.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
}

const texts = (id: string): string[][] => table(id).rows.map((row) => row.map(({ text }) => text));

describe('probenchTables', () => {
  it('give accuracy by language and type, n/a where there is no task, and its bounds', () => {
    expect(texts('probench-accuracy')).toEqual([
      ['mine', '50.0', '0.0', '33.3', '0.0', 'n/a', '0.0', '33.3', '0.0', '25.0'],
    ]);
    const [, ...english] = table('probench-accuracy').rows[0] ?? [];
    expect(english[2]).toMatchObject({ counts: [1, 3], items: ['a#0', 'b#0', 'c#0'] });
    expect(table('probench-accuracy').notes.at(-1)).toContain('between 20.0 and 40.0');
  });

  it('give both ratios and the counts behind them', () => {
    expect(texts('probench-ratios')).toEqual([['mine', '66.7', '50.0']]);
    expect(texts('probench-outcomes').at(-1)).toEqual(['all', '1', '1', '2', '1', '1']);
    expect(texts('probench-outcomes')[0]).toEqual(['en, process', '0', '0', '1', '0', '1']);
  });

  it('give each group its own row', () => {
    expect(texts('probench-apps')).toEqual([
      ['clock', '4', '50.0', '0.0', '33.3', '100.0', '50.0'],
      ['mail', '1', '0.0', 'n/a', '0.0', '0.0', 'n/a'],
    ]);
    expect(texts('probench-categories').map(([name]) => name)).toEqual(['system', 'without']);
    expect(texts('probench-languages').map(([name, count]) => [name, count])).toEqual([
      ['Chinese', '1'],
      ['English', '4'],
    ]);
  });

  it('say how tasks were done', () => {
    expect(texts('probench-conduct').map(([, value]) => value)).toEqual([
      '6.2',
      '4.0',
      '9.7',
      '25.0',
      '20.0',
      '33.3',
    ]);
    expect(texts('probench-early-stops')).toEqual([['Click', '1']]);
  });

  it('say nothing of a judge that nobody asked', async () => {
    const tables = await probenchTables([resultOf('a', { outcome: 'unjudged' }, 'judge_unknown')], {
      agent: 'mine',
      mode: 'corrected',
      published: false,
    });
    expect(table('probench-conduct', tables).rows.at(-1)?.[1]).toEqual({ text: 'n/a', value: null });
  });

  it('have the paper’s rows where they are asked for', async () => {
    const published = await probenchTables([], { agent: 'mine', mode: 'reference', published: true });
    expect(table('probench-accuracy', published).rows).toHaveLength(11);
    expect(table('probench-accuracy', published).rows[0]?.map(({ text }) => text)).toEqual([
      'mine',
      ...Array.from({ length: 9 }, () => 'n/a'),
    ]);
    expect(table('probench-ratios', published).rows[1]?.map(({ text }) => text)).toEqual([
      'Gemini 2.5 Pro (paper)',
      '90.0',
      '49.6',
    ]);
    expect(published.map(({ id }) => id)).not.toContain('probench-early-stops');
  });
});
