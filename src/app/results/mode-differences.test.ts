import { describe, expect, it } from 'vitest';
import type { Mode } from '../../domain/mode.js';
import type { ItemResult } from '../../domain/score.js';
import { ModeDifferences } from './mode-differences.js';

const task: ItemResult['task'] = {
  id: 'a',
  instructions: { en: 'x' },
  apps: [],
  tags: [],
  start: undefined,
  milestones: [],
  evaluators: [],
};

async function watched(differences: ModeDifferences, mode: Mode, result: Partial<ItemResult>): Promise<void> {
  const whole: ItemResult = {
    key: { item: 'a', repeat: 0 },
    task,
    steps: 0,
    end: { reason: 'environment_end' },
    outcome: 'failed',
    result: { mode, scores: [], success: false, completion: 0 },
    ...result,
  };
  for await (const _ of differences.watch(mode, [whole])) expect(_).toBe(whole);
}

describe('ModeDifferences', () => {
  it('says why an item has no score in a mode', async () => {
    const differences = new ModeDifferences();
    await watched(differences, 'reference', {
      outcome: 'not_run',
      end: { reason: 'invalid_task', message: 'nothing was predicted' },
    });
    await watched(differences, 'corrected', {
      result: {
        mode: 'corrected',
        success: false,
        completion: 0,
        scores: [
          {
            evaluator: 'e',
            version: '1',
            mode: 'corrected',
            score: { status: 'scored', value: 0, explanation: '0 of 3' },
          },
        ],
      },
    });
    const table = differences.table('reference', 'corrected');
    expect(table?.rows[0]?.at(-1)?.text).toBe('reference: nothing was predicted; corrected: 0 of 3');
  });
});
