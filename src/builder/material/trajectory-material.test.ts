import { describe, expect, it } from 'vitest';
import type { Action } from '../../domain/action.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { trajectoryMaterial } from './trajectory-material.js';

const { signal } = new AbortController();
const screen = { id: 's', size: { width: 1, height: 1 }, activity: null, picture: null, hierarchy: null };

/** The step after a foreign action, by the rule that its environment named. */
async function stepAfter(action: Action, rule: string | null) {
  const step = { screen, action, ...(rule === null ? {} : { transition: { rule } }) };
  const trajectory = { steps: [step, { screen, action: null }] } as unknown as Trajectory;
  const attempts = async function* () {
    yield { name: 'one', trajectory };
  };
  const { steps } = await trajectoryMaterial(attempts(), { signal });
  return steps[0];
}

const foreign: Action = { type: 'foreign', native: { text: 'SHAKE' } } as unknown as Action;

describe('trajectoryMaterial', () => {
  it.each([null, 'performed'])(
    'takes a foreign action for one that changed the screen (rule %s)',
    async (rule) => {
      const step = await stepAfter(foreign, rule);
      expect(step?.actions).toEqual([foreign]);
      expect(step?.isIdle).toBeUndefined();
    },
  );

  it('takes it for nothing where the screen stayed, and what an agent does by itself always', async () => {
    expect((await stepAfter(foreign, 'stay'))?.isIdle).toBe(true);
    expect(await stepAfter({ type: 'replan' }, 'performed')).toMatchObject({
      actions: [{ type: 'wait' }],
      isIdle: true,
    });
  });
});
