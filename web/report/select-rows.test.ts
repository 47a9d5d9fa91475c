import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/domain/episode.js';
import { OUTCOMES } from '../../src/report/view/outcome-numbers.js';
import type { EpisodeColumns } from '../../src/report/view/episode-columns.js';
import type { ReportIndex } from '../../src/report/view/report-index.js';
import type { ReportRun } from '../../src/report/view/report-run.js';
import { buildModel } from './model.js';
import { EVERYTHING } from './list-query.js';
import { passedShare, selectEpisodes, selectTasks } from './select-rows.js';

interface Row {
  readonly run?: number;
  readonly task: number;
  readonly repeat?: number;
  readonly outcome: Outcome;
  readonly steps?: number;
  readonly cost?: number | null;
  readonly findings?: readonly number[];
}

const MODEL = modelOf([
  { task: 0, outcome: 'passed', steps: 4, cost: null },
  { task: 0, repeat: 1, outcome: 'failed', steps: 9, cost: 0.5 },
  { task: 1, outcome: 'failed', steps: 20, cost: 0.1 },
  { task: 2, outcome: 'model_error', steps: 1, cost: 0.2 },
  { run: 1, task: 0, outcome: 'passed', steps: 2, cost: 0.3 },
]);

describe('selectEpisodes', () => {
  it('leaves everything in without a filter, in the order of the report', () => {
    expect(selectEpisodes(MODEL, EVERYTHING)).toEqual(MODEL.episodes);
  });

  it('finds every word of the search, in any order and case', () => {
    const found = selectEpisodes(MODEL, { ...EVERYTHING, text: 'SHOP  milk' });
    expect(found.map(({ item }) => item)).toEqual(['t1']);
    expect(selectEpisodes(MODEL, { ...EVERYTHING, text: 'milk cheese' })).toEqual([]);
  });

  it('joins filters with and, outcomes among themselves with or', () => {
    const query = { ...EVERYTHING, run: 'run-0', outcomes: ['passed', 'failed'] as const, app: 'Notes' };
    expect(selectEpisodes(MODEL, query).map(({ item, repeat }) => `${item}#${repeat}`)).toEqual([
      't0#0',
      't0#1',
    ]);
  });

  it('sorts either way, with what has no value last', () => {
    const costs = (descending: boolean) =>
      selectEpisodes(MODEL, { ...EVERYTHING, sort: 'cost', descending }).map(({ costUsd }) => costUsd);
    expect(costs(false)).toEqual([0.1, 0.2, 0.3, 0.5, null]);
    expect(costs(true)).toEqual([0.5, 0.3, 0.2, 0.1, null]);
  });

  it('has no steps and no time of what was never run', () => {
    const model = modelOf([
      { task: 0, outcome: 'not_run', steps: 0 },
      { task: 1, outcome: 'failed', steps: 3 },
    ]);
    const sorted = selectEpisodes(model, { ...EVERYTHING, sort: 'steps' });
    expect(sorted.map(({ item }) => item)).toEqual(['t1', 't0']);
  });

  it('follows a cell of a table to its items, of its run alone', () => {
    const found = selectEpisodes(MODEL, { ...EVERYTHING, cell: '0:0:0:1' });
    expect(found.map(({ run, item, repeat }) => `${run.letter} ${item}#${repeat}`)).toEqual(['A t0#1']);
  });

  it('leaves everything in for a cell that is not there', () => {
    expect(selectEpisodes(MODEL, { ...EVERYTHING, cell: '9:9:9:9' })).toHaveLength(5);
  });
});

describe('findings', () => {
  const model = modelOf([
    { task: 0, outcome: 'failed', findings: [0, 1, 1] },
    { task: 1, outcome: 'failed', findings: [1] },
    { task: 2, outcome: 'passed' },
  ]);
  it.each([
    ['loop', '', ['t0']],
    ['no-effect', '', ['t0', 't1']],
    ['*', '', ['t0', 't1']],
    ['keyguard', '', []],
    [null, 'finding:no-effect milk', ['t1']],
    ['no-effect', 'finding:loop', ['t0']],
  ])('narrow lists to %s and "%s"', (finding, text, expected) => {
    const query = { ...EVERYTHING, finding, text };
    expect(selectEpisodes(model, query).map(({ item }) => item)).toEqual(expected);
    expect(selectTasks(model, query).map(({ task }) => task.id)).toEqual(expected);
  });
});

describe('selectTasks', () => {
  it('shows a task when one of its episodes is left in', () => {
    const found = selectTasks(MODEL, { ...EVERYTHING, outcomes: ['failed'] });
    expect(found.map(({ task }) => task.id)).toEqual(['t0', 't1']);
  });

  it('sorts by the share that passed, for any shown outcomes, and puts the unjudged last', () => {
    const found = selectTasks(MODEL, { ...EVERYTHING, sort: 'passed' });
    expect(found.map(({ task }) => task.id)).toEqual(['t1', 't0', 't2']);
  });
});

describe('passedShare', () => {
  it('leaves voided episodes out', () => {
    expect(passedShare(MODEL.episodes)).toBe(2 / 4);
    expect(passedShare([])).toBeNull();
  });
});

function modelOf(rows: readonly Row[]) {
  const of = <T>(value: (row: Row) => T): readonly T[] => rows.map(value);
  const episodes: EpisodeColumns = {
    run: of(({ run = 0 }) => run),
    task: of(({ task }) => task),
    item: of(({ task }) => `t${task}`),
    repeat: of(({ repeat = 0 }) => repeat),
    outcome: of(({ outcome }) => OUTCOMES.indexOf(outcome)),
    reason: of(() => 0),
    steps: of(({ steps = 1 }) => steps),
    completion: of(() => null),
    durationMs: of(() => 0),
    costUsd: of(({ cost = null }) => cost),
    tokens: of(() => null),
    formatErrors: of(() => 0),
    findings: of(({ findings = [] }) => findings),
    attempts: of(() => 1),
    why: of(() => ''),
    otherMode: of(() => null),
    stepsAt: of(() => null),
    verdictAt: of(() => null),
    otherVerdictAt: of(() => null),
  };
  const table = {
    id: 't',
    title: 'T',
    columns: [
      { title: 'Agent', align: 'left' as const },
      { title: 'SR', align: 'right' as const },
    ],
    rows: [[{ text: 'agent' }, { text: '0', items: ['t0#1'] }]],
    notes: [],
  };
  const index: ReportIndex = {
    touchstone: '0',
    writtenAt: '2026-01-01T00:00:00Z',
    title: null,
    language: null,
    runs: ['run-0', 'run-1'].map((id) => runOf(id, [table])),
    tasks: [
      { id: 't0', words: 'write a note', app: 'Notes' },
      { id: 't1', words: 'buy milk', app: 'Shop' },
      { id: 't2', words: 'call Ada', app: 'Contacts' },
    ].map(({ id, words, app }) => ({
      id,
      benchmark: 'b',
      instructions: { en: words },
      apps: [app],
      abilities: [],
      optimalSteps: null,
    })),
    episodes,
    reasons: ['agent_stop'],
    scanners: ['loop', 'no-effect'],
    comparisons: [],
    splits: [],
    partComparisons: [],
    uncompared: [],
    problems: [],
  };
  return buildModel(index);
}

function runOf(id: string, tables: ReportRun['tables']): ReportRun {
  const rate = { value: null, n: 0, low: null, high: null, worst: null, best: null };
  return {
    id,
    label: id,
    agentTitle: null,
    kind: 'agent',
    agent: id,
    models: [],
    benchmark: 'b',
    mode: 'corrected',
    language: null,
    startedAt: null,
    status: 'complete',
    planned: 5,
    inDimensions: false,
    summary: {
      success: rate,
      completion: rate,
      main: null,
      passAll: null,
      passAny: null,
      tasks: 0,
      passRepeats: 1,
      repeats: 1,
      notRun: 0,
      meanSteps: null,
      durationMs: 0,
      calls: 0,
      inputTokens: null,
      outputTokens: null,
      costUsd: null,
    },
    abilities: [],
    tables,
    identity: [],
    identityHash: '',
    problems: [],
    warnings: [],
    gate: null,
  };
}
