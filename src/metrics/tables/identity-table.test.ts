import { describe, expect, it } from 'vitest';
import type { RunIdentity } from '../../domain/run.js';
import { UserError } from '../../errors.js';
import { identityTable, requireSameBenchmark, RunsNotComparableError } from './identity-table.js';

const IDENTITY: RunIdentity = {
  touchstone: '0.1.0',
  benchmark: {
    name: 'pocket',
    version: '1',
    dataHash: 'aa',
    split: 'all',
    language: null,
    settings: {},
    items: null,
  },
  mode: 'corrected',
  observation: { kind: 'screenshot', picture: 'source' },
  agent: { name: 'direct', version: '1', settings: {}, privileged: false },
  dialect: null,
  prompts: { 'system.md': 'p1' },
  history: { kind: 'actions', length: null },
  coordinates: null,
  parsing: 'tolerant',
  terminalStep: 'stop',
  formatErrors: 'end',
  models: { actor: { model: 'm1', temperature: 0 } },
  limits: { steps: null, seconds: null, tokens: null, money: null },
  retry: { attempts: 1, firstDelayMs: 0, maxDelayMs: 0 },
  judges: {},
  seed: 1,
  repeats: 1,
};

describe('identityTable', () => {
  it('shows each differing entry once, with the value of every run', () => {
    const table = identityTable([
      { name: 'a', identity: IDENTITY },
      { name: 'b', identity: { ...IDENTITY, seed: 2, prompts: { 'system.md': 'p2' } } },
      { name: 'c', identity: { ...IDENTITY, models: {} } },
      { name: 'd', identity: { ...IDENTITY, models: { actor: { model: 'm2', temperature: 0 } } } },
    ]);
    expect(table.rows.map((cells) => cells.map(({ text }) => text))).toEqual([
      ['model (actor)', 'm1', 'm1', '-', 'm2'],
      [
        'model (actor), its settings',
        '{"model":"m1","temperature":0}',
        '{"model":"m1","temperature":0}',
        '-',
        '{"model":"m1","temperature":0}',
      ],
      ['prompt system.md', 'p1', 'p2', 'p1', 'p1'],
      ['seed', '1', '2', '1', '1'],
    ]);
  });

  it('tells lists by what one has and the other lacks', () => {
    const items = Array.from({ length: 50 }, (_, index) => `task-${index}`);
    const one = { ...IDENTITY, benchmark: { ...IDENTITY.benchmark, items } };
    const other = { ...IDENTITY, benchmark: { ...IDENTITY.benchmark, items: items.slice(1) } };
    const table = identityTable([
      { name: 'a', identity: one },
      { name: 'b', identity: other },
    ]);
    expect(table.rows.map((cells) => cells.map(({ text }) => text))).toEqual([
      ['tasks', '50: task-0, task-1, task-2, task-3 and 46 more', '49: without task-0'],
    ]);
  });

  it('shortens long values', () => {
    const items = Array.from({ length: 50 }, (_, index) => `task-${index}`);
    const table = identityTable([
      { name: 'a', identity: IDENTITY },
      { name: 'b', identity: { ...IDENTITY, benchmark: { ...IDENTITY.benchmark, items } } },
    ]);
    const shown = table.rows[0]?.map(({ text }) => text);
    expect(shown).toEqual(['tasks', 'all', '50: task-0, task-1, task-2, task-3 and 46 more']);
  });

  it('knows what older phones did before it was recorded', () => {
    const withPhone = (phone: Record<string, unknown>): RunIdentity => ({
      ...IDENTITY,
      agent: { ...IDENTITY.agent, settings: { command: ['agent'], phone, options: { ...phone } } },
    });
    const rows = (other: Record<string, unknown>): string[][] =>
      identityTable([
        { name: 'old', identity: withPhone({ install: 'refuse' }) },
        { name: 'new', identity: withPhone({ install: 'refuse', ...other }) },
      ]).rows.map((cells) => cells.map(({ text }) => text));
    expect(rows({ screenshots: 'rgba', counting: 'person' })).toEqual([
      ['files of screenshots', 'recorded', 'rgba'],
      ['what counts as an action', 'literal', 'person'],
    ]);
    expect(rows({ screenshots: 'recorded', counting: 'literal' })).toEqual([]);
  });

  it('says when nothing differs', () => {
    const same = ['a', 'b'].map((name) => ({ name, identity: IDENTITY }));
    expect(identityTable(same)).toMatchObject({
      rows: [],
      notes: ['Nothing differs: the runs measured the same thing.'],
    });
  });
});

describe('requireSameBenchmark', () => {
  it('refuses runs of different benchmarks by name', () => {
    const other = { ...IDENTITY, benchmark: { ...IDENTITY.benchmark, name: 'sphinx' } };
    const runs = [
      { name: 'a', identity: IDENTITY },
      { name: 'b', identity: other },
    ];
    expect(() => requireSameBenchmark(runs)).toThrow(UserError);
    expect(() => requireSameBenchmark(runs)).toThrow(/a ran pocket, b ran sphinx/);
    expect(() => requireSameBenchmark(runs.slice(0, 1))).not.toThrow();
  });

  it('refuses runs of one benchmark with different data', () => {
    const other = { ...IDENTITY, benchmark: { ...IDENTITY.benchmark, dataHash: 'bb' } };
    const runs = [
      { name: 'a', identity: IDENTITY },
      { name: 'b', identity: IDENTITY },
      { name: 'c', identity: other },
    ];
    expect(() => requireSameBenchmark(runs)).toThrow(RunsNotComparableError);
    expect(() => requireSameBenchmark(runs)).toThrow(/a and c ran pocket on different data/);
  });

  it('refuses forks, also of one run', () => {
    const start = { seed: 1, repeat: 0 };
    const fork = {
      run: 'r',
      identityHash: '',
      item: 'i',
      repeat: 0,
      step: 2,
      start,
      changes: {},
      forgets: 0,
    };
    const runs = [
      { name: 'a', identity: { ...IDENTITY, fork } },
      { name: 'b', identity: { ...IDENTITY, fork } },
    ];
    expect(() => requireSameBenchmark(runs)).toThrow(RunsNotComparableError);
    expect(() => requireSameBenchmark(runs)).toThrow(/a is a fork of run r/);
  });
});
