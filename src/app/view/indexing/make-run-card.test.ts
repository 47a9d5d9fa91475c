import { expect, it } from 'vitest';
import type { EpisodeDraft } from '../../../report/html/episode-table.js';
import type { RunFacts } from '../../../report/html/report-run.js';
import { makeRunCard } from './make-run-card.js';

it('tells what can be done again from what is void for other reasons, and how much of the cost is known', () => {
  const facts = {
    start: { at: '2026-01-01T00:00:00Z', identity: { benchmark: {}, agent: {}, models: {} } },
    cost: { calls: 3, costUsd: 0.01, unpriced: 2, inputTokens: 1, outputTokens: 1 },
    planned: 2,
    finished: 2,
    damage: [],
    status: 'complete',
    // A verdict that no judge could give voids an episode, and doing it again is no remedy.
    voided: 1,
  } as unknown as RunFacts;
  const drafts = ['judge_unknown', 'model_error'].map((outcome, place) => ({
    outcome,
    isScored: true,
    key: { item: String(place), repeat: 0 },
  })) as unknown as readonly EpisodeDraft[];
  const pace = { itemsPerMs: null, lastAt: null } as never;
  const options = { isWritten: false, pace, stoppedBy: null, inDimensions: false };
  expect(makeRunCard('run', facts, drafts, options)).toMatchObject({ voided: 2, redoable: 1, unpriced: 2 });
});
