import { describe, expect, it } from 'vitest';
import type { ReportIndex } from '../../../../src/report/view/report-index.js';
import { instructionText } from '../../../report/instruction-text.js';
import { episodeContext, neighbours } from './episode-context.js';

/** Two runs of one task, the first twice. */
const INDEX = {
  runs: [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ],
  tasks: [{ id: 't', instructions: { en: 'Do it', 'zh-Hans': '做' }, apps: [] }],
  reasons: ['agent_stop'],
  episodes: {
    run: [0, 0, 1],
    task: [0, 0, 0],
    item: ['t', 't', 't'],
    repeat: [0, 1, 0],
    outcome: [0, 1, 0],
    reason: [0, -1, 0],
    steps: [3, 4, 5],
    completion: [1, 0.5, null],
    durationMs: [1, 2, 3],
    costUsd: [null, null, null],
    tokens: [null, null, null],
    formatErrors: [0, 0, 0],
    attempts: [1, 2, 1],
    otherMode: [null, true, null],
  },
} as unknown as ReportIndex;

describe('what runs say of one of their episodes', () => {
  it('is its own figures and all attempts at its task', () => {
    const context = episodeContext(INDEX, { run: 'a', item: 't', repeat: 1 });
    expect(context).toMatchObject({
      outcome: 'failed',
      reason: null,
      steps: 4,
      completion: 0.5,
      attempts: 2,
    });
    expect(context?.isOtherInOtherMode).toBe(true);
    expect(context?.siblings.map(({ run, attempts }) => [run.id, attempts.length])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    expect(episodeContext(INDEX, { run: 'b', item: 't', repeat: 1 })).toBeNull();
    expect(episodeContext(INDEX, { run: 'c', item: 't', repeat: 0 })).toBeNull();
  });

  it('are its neighbours in the list that it was opened from, else in the index', () => {
    const [first, second, third] = [
      { run: 'a', item: 't', repeat: 0 },
      { run: 'a', item: 't', repeat: 1 },
      { run: 'b', item: 't', repeat: 0 },
    ] as const;
    expect(neighbours(INDEX, [], second)).toMatchObject({ previous: first, next: third });
    expect(neighbours(INDEX, [third, second], second)).toEqual({ previous: third, next: null });
    expect(neighbours(undefined, [], second)).toEqual({ previous: null, next: null });
  });

  it('is its instruction in the language that was given', () => {
    const [task] = INDEX.tasks;
    expect(
      ['zh', 'zh-Hans', 'fr', null].map((tag) => (task === undefined ? '' : instructionText(task, tag))),
    ).toEqual(['做', '做', 'Do it', 'Do it']);
  });
});
