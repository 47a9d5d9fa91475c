import { describe, expect, it } from 'vitest';
import { AGENTS } from './agents.js';
import { BENCHMARKS } from './benchmarks.js';
import { DIALECTS } from './dialects.js';
import type { PromptSet } from '../models/prompt-sets/prompt-set.js';
import { PROMPT_SETS } from './prompt-sets.js';

describe('prompt sets', () => {
  it('are in the grammar of a dialect that there is', () => {
    const unknown = [...PROMPT_SETS.values()].filter(({ dialect }) => {
      const [family = '', variant] = dialect.split('@');
      const found = DIALECTS.get(family);
      return found === undefined || (variant !== undefined && !found.variants.includes(variant));
    });
    expect(unknown.map(({ name }) => name)).toEqual([]);
  });

  it('name benchmarks and agents that there are', () => {
    for (const { benchmarks, agents = [] } of PROMPT_SETS.values()) {
      expect(benchmarks.filter((name) => !BENCHMARKS.has(name))).toEqual([]);
      expect(agents.filter((name) => !AGENTS.has(name))).toEqual([]);
    }
  });

  it('set switches that their dialect has', () => {
    for (const { dialect, switches = {} } of PROMPT_SETS.values()) {
      const [family = '', variant] = dialect.split('@');
      const made = DIALECTS.get(family)?.create(variant === undefined ? {} : { variant });
      expect(Object.keys(switches).filter((name) => !Object.hasOwn(made?.switches ?? {}, name))).toEqual([]);
    }
  });

  it('leave one to be taken where nobody says which, for each dialect and benchmark', () => {
    const ambiguous: string[] = [];
    const groups = new Map<string, PromptSet[]>();
    for (const set of PROMPT_SETS.values()) {
      for (const benchmark of set.benchmarks.length === 0 ? [''] : set.benchmarks) {
        const key = `${set.dialect} ${benchmark} ${(set.agents ?? ['direct']).join()}`;
        groups.set(key, [...(groups.get(key) ?? []), set]);
      }
    }
    for (const [key, sets] of groups) {
      if (sets.length > 1 && sets.filter(({ isDefault }) => isDefault).length !== 1) ambiguous.push(key);
    }
    expect(ambiguous).toEqual([]);
  });

  it('have switches of their own that their dialect has not, and words to choose from', () => {
    for (const { dialect, ownSwitches = {} } of PROMPT_SETS.values()) {
      const [family = '', variant] = dialect.split('@');
      const made = DIALECTS.get(family)?.create(variant === undefined ? {} : { variant });
      for (const [name, { default: word, words }] of Object.entries(ownSwitches)) {
        expect(Object.keys(made?.switches ?? {})).not.toContain(name);
        expect(words ?? [word]).toContain(word);
      }
    }
  });
});
