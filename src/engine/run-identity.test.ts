import { describe, expect, it } from 'vitest';
import { configurationDifferences } from '../domain/run.js';
import { UserError } from '../errors.js';
import { scriptedModel } from '../models/scripted.js';
import { fakeAgent } from '../testing/fake-agent.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import {
  identifyRun,
  identityHash,
  requireSameIdentity,
  RunDiffersError,
  type RunSettings,
} from './run-identity.js';

const SETTINGS: RunSettings = { touchstone: '1', seed: 1, repeats: 1 };

function identify(settings: Partial<RunSettings> = {}, agent = fakeAgent()) {
  const models = { actor: scriptedModel(() => '') };
  return identifyRun({ benchmark: fakeBenchmark(), agent, models }, { ...SETTINGS, ...settings });
}

describe('identifyRun', () => {
  it('gives equal runs equal hashes, for every order of their settings', () => {
    const one = identify({ benchmarkSettings: { a: 1, b: [2] } });
    const two = identify({ benchmarkSettings: { b: [2], a: 1 } });
    expect(identityHash(one)).toBe(identityHash(two));
    expect(identityHash(one)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, Partial<RunSettings>]>([
    ['the seed', { seed: 2 }],
    ['repeats', { repeats: 2 }],
    ['the version of Touchstone', { touchstone: '2' }],
    ['the step limit', { limits: { steps: 3 } }],
    ['the retry policy', { retry: { attempts: 1 } }],
    ['the choice of items', { items: ['walk-1'] }],
    ['the language', { language: 'en' }],
    ['a prompt', { prompts: { system: 'f'.repeat(64) } }],
    ['parsing', { parsing: 'strict' }],
    ['what an unreadable answer does', { formatErrors: 'wait' }],
    ['a switch of the benchmark', { benchmarkSettings: { chooser: 'first' } }],
  ])('tells runs apart by %s', (_name, settings) => {
    expect(identityHash(identify(settings))).not.toBe(identityHash(identify()));
  });

  it("tells runs apart by the agent's switches", () => {
    expect(identityHash(identify({}, fakeAgent({ steps: 3 })))).not.toBe(identityHash(identify()));
  });

  it('fills in what a run is where nothing is said', () => {
    expect(identify()).toEqual({
      touchstone: '1',
      environment: { kind: 'stairs' },
      benchmark: {
        name: 'fake',
        version: '1',
        dataHash: '0'.repeat(64),
        split: 'all',
        language: null,
        settings: {},
        items: null,
      },
      mode: 'corrected',
      observation: { kind: 'none', picture: 'none' },
      agent: { name: 'fake', version: '1', settings: { steps: 5 }, privileged: false },
      dialect: null,
      prompts: {},
      history: { kind: 'full', length: null },
      coordinates: null,
      parsing: 'tolerant',
      terminalStep: 'stop_or_final_answer',
      formatErrors: 'end',
      models: { actor: { kind: 'scripted', model: 'scripted' } },
      limits: { steps: null, seconds: null, tokens: null, money: null },
      retry: { attempts: 6, firstDelayMs: 1000, maxDelayMs: 60_000 },
      judges: {},
      seed: 1,
      repeats: 1,
    });
  });

  it('takes its values from benchmark and agent, unless settings give them', () => {
    const agent = fakeAgent();
    const needing = (needs: object) => identify({}, { ...agent, needs: { ...agent.needs, ...needs } });
    expect(needing({ pictures: true, hierarchy: true }).observation).toEqual({
      kind: 'screenshot',
      picture: 'source',
    });
    expect(needing({ hierarchy: true }).observation).toEqual({ kind: 'hierarchy', picture: 'none' });
    expect(needing({ privileges: true }).agent.privileged).toBe(true);
    const parts = { benchmark: { ...fakeBenchmark(), mode: 'reference' as const }, agent, models: {} };
    expect(identifyRun(parts, SETTINGS)).toMatchObject({ mode: 'reference', parsing: 'reference:fake' });
    const own = { ...parts, benchmark: { ...parts.benchmark, identity: { own: 1 } } };
    expect(identifyRun(own, { ...SETTINGS, benchmarkSettings: { a: 1 } }).benchmark.settings).toEqual({
      own: 1,
    });
    const told: Partial<RunSettings> = {
      observation: { kind: 'accessibility', picture: 'none' },
      dialect: { name: 'd', version: '2' },
      history: { kind: 'last', length: 3 },
      coordinates: 'permille',
      terminalStep: 'stop',
      judges: { j: { votes: 3 } },
    };
    expect(identify(told)).toMatchObject(told);
  });

  it('takes a choice of items as a set', () => {
    const chosen = identify({ items: ['b', 'a', 'b'] });
    expect(chosen.benchmark.items).toEqual(['a', 'b']);
    expect(identityHash(chosen)).toBe(identityHash(identify({ items: ['a', 'b'] })));
  });

  it('refuses settings that cannot be written down, or are out of range', () => {
    expect(() => identify({ benchmarkSettings: { chooser: () => 0 } })).toThrow(UserError);
    expect(() => identify({ repeats: 0 })).toThrow(/^The run's settings are not valid: repeats: .*>0/);
    expect(() => identify({ limits: { seconds: -1 } })).toThrow(/limits\.seconds/);
  });
});

describe('requireSameIdentity', () => {
  it('names each entry that differs, with both values', () => {
    const given = identify({ seed: 2, limits: { steps: 9 } });
    expect(() => requireSameIdentity(identify(), identify(), 'run')).not.toThrow();
    expect(() => requireSameIdentity(identify(), given, 'run')).toThrow(
      /limits\.steps: null in the run, 9 now; seed: 1 in the run, 2 now/,
    );
  });

  it('distinguishes environments, and continues a run from before they were recorded', () => {
    const { environment: _, ...old } = identify();
    expect(() => requireSameIdentity(old, identify(), 'run')).not.toThrow();
    expect(() => requireSameIdentity(old, identify({ seed: 2 }), 'run')).toThrow(/configuration\. seed: 1/);
    const elsewhere = { ...identify(), environment: { kind: 'phone', system: '14' } };
    expect(() => requireSameIdentity(identify(), elsewhere, 'run')).toThrow(
      /environment\.kind: "stairs" in the run, "phone" now; environment\.system: absent in the run, "14" now/,
    );
  });
});

describe('RunDiffersError', () => {
  it('says where the run is and what to do', () => {
    try {
      requireSameIdentity(identify(), identify({ language: 'de' }), '/runs/r');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(RunDiffersError);
      expect(error).toMatchObject({
        code: 'RUN_DIFFERS',
        fault: 'user',
        place: { file: '/runs/r' },
        message:
          '/runs/r: This is not the run\'s configuration. benchmark.language: null in the run, "de" now',
        hint: 'Resume with the configuration the run began with, or start a new run.',
      });
    }
    const less = { ...identify(), prompts: { system: 'f' } };
    expect(() => requireSameIdentity(less, identify(), 'r')).toThrow(
      /prompts.system: "f" in the run, absent now/,
    );
  });
});

describe('configurationDifferences', () => {
  it('finds what was added, removed and changed at any depth', () => {
    const left = { a: 1, b: { c: [1, 2], d: 'x' }, e: null };
    const right = { a: 1, b: { c: [1, 3, 4], d: { x: 1 } }, f: 0 };
    expect(configurationDifferences(left, right)).toEqual([
      { path: 'b.c', left: [1, 2], right: [1, 3, 4] },
      { path: 'b.d', left: 'x', right: { x: 1 } },
      { path: 'e', left: null, right: undefined },
      { path: 'f', left: undefined, right: 0 },
    ]);
    expect(configurationDifferences(left, left)).toEqual([]);
  });
});
