import { describe, expect, it } from 'vitest';
import { entryName, entryRank, entryValue } from './entry-words.js';

describe('entryName', () => {
  it.each([
    ['benchmark.items', 'tasks'],
    ['prompts.system.md', 'prompt system.md'],
    ['models.actor.model', 'model (actor)'],
    ['agent.settings.options.reflect', 'agent option reflect'],
    ['agent.settings.other', 'agent.settings.other'],
    ['models.actor', 'model (actor), its settings'],
    ['models.actor.temperature', 'models.actor.temperature'],
  ])('calls %s %s', (path, name) => {
    expect(entryName(path)).toBe(name);
  });

  it('puts the agent before the tasks, and what has no name last', () => {
    const paths = ['seed', 'benchmark.items', 'agent.name'];
    expect(paths.toSorted((a, b) => entryRank(a) - entryRank(b))).toEqual([
      'agent.name',
      'benchmark.items',
      'seed',
    ]);
  });
});

describe('entryValue', () => {
  const first = ['a', 'b', 'c', 'd', 'e', 'f'];
  it.each<[string, unknown, unknown, string]>([
    ['benchmark.items', null, undefined, 'all'],
    ['limits.steps', null, undefined, 'none'],
    ['prompts.x', 'ab'.repeat(32), undefined, '#abababab'],
    ['benchmark.items', first, undefined, '6: a, b, c, d and 2 more'],
    ['benchmark.items', first, first, '6: a, b, c, d and 2 more'],
    ['benchmark.items', ['a', 'b', 'z'], first, '3: without c, d, e, f; with z'],
    ['benchmark.items', ['b', 'a'], ['a', 'b'], '2, in another order'],
    ['seed', 7, 1, '7'],
  ])('tells %s %j beside %j', (path, value, other, text) => {
    expect(entryValue(path, value, other)).toBe(text);
  });
});
