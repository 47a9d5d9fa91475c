import { describe, expect, it } from 'vitest';
import type { Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { ScriptedLive } from '../../../testing/phones/scripted-live.js';
import { AppAgentGestures } from './appagent-gestures.js';

const PRESS: Action = { type: 'long_press', target: { type: 'point', point: pixelPoint(1, 2) } };
const SWIPE: Action = { type: 'swipe', direction: 'up', from: pixelPoint(1, 9), to: pixelPoint(1, 2) };
const native = { family: 'appagent' };

/** The action as it reached the phone. */
async function performed(action: Action): Promise<Action> {
  const seen: Action[] = [];
  const phone = new ScriptedLive();
  const step = phone.step.bind(phone);
  phone.step = async (given) => {
    seen.push(given);
    return await step(given);
  };
  await new AppAgentGestures(phone).step(action, { signal: new AbortController().signal });
  return seen[0] as Action;
}

describe('AppAgentGestures', () => {
  it("times AppAgent's touches as its controller does", async () => {
    expect(await performed({ ...PRESS, native })).toMatchObject({ durationMs: 1000 });
    expect(await performed({ ...SWIPE, native })).toMatchObject({ durationMs: 400 });
    expect(await performed({ ...SWIPE, native: { family: 'appagent_grid' } })).toMatchObject({
      durationMs: 400,
    });
  });

  it("leaves the harness's own times to everybody else", async () => {
    for (const action of [PRESS, SWIPE, { ...SWIPE, native: { family: 'sphinx_id' } }]) {
      expect(await performed(action)).toEqual(action);
    }
  });
});
