import { describe, expect, it } from 'vitest';
import type { RunContent, StoredRun } from '../../storage/run-store.js';
import { EpisodeLists } from './run-episodes.js';

function contentAt(revision: number): RunContent {
  const identity = { agent: { name: 'a' }, models: {}, benchmark: { language: 'en' } };
  return {
    run: {
      name: 'r',
      version: 'v',
      revision,
      facts: { start: { run: 'r', identity } },
    } as unknown as StoredRun,
    tasks: [{ id: 't', instructions: { zh: '去', en: 'Go' }, apps: [] }] as unknown as RunContent['tasks'],
    episodes: [
      { key: { item: 't', repeat: 0 }, task: 't', outcome: 'passed' },
    ] as unknown as RunContent['episodes'],
  };
}

describe('EpisodeLists', () => {
  it('has the words that the agent was given, and reads a run once until it changes', async () => {
    const lists = new EpisodeLists();
    let readings = 0;
    const at = (revision: number) =>
      lists.of(contentAt(revision).run, async () => {
        readings += 1;
        return { ...contentAt(revision), report: null };
      });
    const first = await at(1);
    expect(first.episodes[0]?.instruction).toBe('Go');
    expect(await at(1)).toBe(first);
    expect(readings).toBe(1);
    await at(2);
    expect(readings).toBe(2);
  });
});
