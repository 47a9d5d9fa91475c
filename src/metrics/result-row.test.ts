import { expect, it } from 'vitest';
import type { ItemResult } from '../domain/score.js';
import { collectRows, resultRow } from './result-row.js';

const result: ItemResult = {
  key: { item: 'pay', repeat: 1 },
  task: { id: 'pay', instructions: { en: 'Pay' }, apps: [], tags: [], milestones: [], evaluators: [] },
  end: { reason: 'agent_stop' },
  steps: 7,
  outcome: 'failed',
  result: { mode: 'corrected', scores: [], success: false, completion: 0.5 },
};

it('collectRows keeps of each streamed result only what is asked for', async () => {
  async function* stream(): AsyncGenerator<ItemResult> {
    await Promise.resolve();
    yield result;
  }
  const row = { key: { item: 'pay', repeat: 1 }, outcome: 'failed', completion: 0.5, steps: 7 };
  expect(await collectRows(stream(), resultRow)).toEqual([row]);
  expect(await collectRows([result, result], resultRow)).toEqual([row, row]);
});
