import { describe, expect, it } from 'vitest';
import { configurationDifferences } from '../domain/run.js';
import { UserError } from '../errors.js';
import { scriptedModel } from '../models/scripted.js';
import { fakeAgent } from '../testing/fake-agent.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { identifyRun, identityHash, requireSameIdentity } from './run-identity.js';
import type { RunSettings } from './run-identity.js';

const SETTINGS: RunSettings = { touchstone: '1', seed: 1, repeats: 1 };

function identify(settings: Partial<RunSettings> = {}, agent = fakeAgent()) {
  const models = { actor: scriptedModel(() => '') };
  return identifyRun({ benchmark: fakeBenchmark(), agent, models }, { ...SETTINGS, ...settings });
}

describe('identifyRun', () => {
  it('gives equal runs equal hashes, whatever the order of their settings', () => {
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

  it('refuses settings that cannot be written down, or are out of range', () => {
    expect(() => identify({ benchmarkSettings: { chooser: () => 0 } })).toThrow(UserError);
    expect(() => identify({ repeats: 0 })).toThrow(/repeats/);
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
});

describe('configurationDifferences', () => {
  it('finds what was added, removed and changed at any depth', () => {
    const left = { a: 1, b: { c: [1, 2], d: 'x' }, e: null };
    const right = { a: 1, b: { c: [1, 3, 4], d: { x: 1 } }, f: 0 };
    expect(configurationDifferences(left, right)).toEqual([
      { path: 'b.c.1', left: 2, right: 3 },
      { path: 'b.c.2', left: undefined, right: 4 },
      { path: 'b.d', left: 'x', right: { x: 1 } },
      { path: 'e', left: null, right: undefined },
      { path: 'f', left: undefined, right: 0 },
    ]);
    expect(configurationDifferences(left, left)).toEqual([]);
  });
});
