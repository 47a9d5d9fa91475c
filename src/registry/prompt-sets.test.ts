import { describe, expect, it } from 'vitest';
import { AGENTS } from './agents.js';
import { BENCHMARKS } from './benchmarks.js';
import { DIALECTS } from './dialects.js';
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
});
