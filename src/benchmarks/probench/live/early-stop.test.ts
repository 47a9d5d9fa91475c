import { describe, expect, it } from 'vitest';
import { tap, type Action } from '../../../domain/action.js';
import type { FormatError } from '../../../domain/decision.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { ScriptedLive } from '../../../testing/phones/scripted-live.js';
import { EarlyStopEnvironment } from './early-stop.js';

const { signal } = new AbortController();
const START = { task: 't', repeat: 0, seed: 0 };
const WAIT: Action = { type: 'wait' };
const BACK: Action = { type: 'key', key: 'BACK' };
const at = (x: number): Action => tap(pixelPoint(x, 5));
const unread = (excerpt: string): FormatError => ({ kind: 'no_action', message: 'nothing', excerpt });

type Step = Action | FormatError;

async function take(environment: EarlyStopEnvironment, step: Step) {
  const [action, more] = 'type' in step ? [step, {}] : [WAIT, { formatError: step }];
  return await environment.step(action, { signal, ...more });
}

/** Operations that reached the phone, and the step that ended the episode, from 1. */
async function play(steps: readonly Step[]) {
  const live = new ScriptedLive();
  const environment = new EarlyStopEnvironment(live);
  await environment.reset(START, { signal });
  for (const [index, step] of steps.entries()) {
    const result = await take(environment, step);
    if (result.type !== 'ended') continue;
    return { done: live.done.length, ended: index + 1, rule: result.transition.rule };
  }
  return { done: live.done.length, ended: null, rule: null };
}

const five = (step: Step): readonly Step[] => Array.from({ length: 5 }, () => step);
const STOPPED = { done: 4, ended: 5, rule: 'early_stop' };

describe('EarlyStopEnvironment', () => {
  it.each<[string, readonly Step[]]>([
    ['clicks on one pixel', five(at(5))],
    ['texts', five({ type: 'type', text: 'a' })],
    ['unreadable answers', five(unread('?'))],
    ['waits', five(WAIT)],
  ])('ends at the fifth of five equal %s, which is not executed', async (_, steps) => {
    expect(await play(steps)).toEqual(STOPPED);
  });

  it.each<[string, readonly Step[]]>([
    ['four, and another', [...five(at(5)).slice(1), BACK, at(5), at(5), at(5), at(5)]],
    ['five clicks that are a pixel apart', [1, 2, 1, 2, 1].map(at)],
    ['five different unreadable answers', ['a', 'b', 'c', 'd', 'e'].map(unread)],
    ['waits among unreadable answers', [unread('?'), unread('?'), WAIT, unread('?'), unread('?')]],
    ['operations to and fro', [at(5), BACK, at(5), BACK, at(5), BACK]],
  ])('lets %s happen', async (_, steps) => {
    expect(await play(steps)).toEqual({ done: steps.length, ended: null, rule: null });
  });

  it('ends later where the five come later, and begins anew with each episode', async () => {
    expect(await play([BACK, ...five(at(5))])).toEqual({ done: 5, ended: 6, rule: 'early_stop' });
    const environment = new EarlyStopEnvironment(new ScriptedLive());
    for (let episode = 0; episode < 2; episode += 1) {
      await environment.reset(START, { signal });
      for (let step = 0; step < 4; step += 1) {
        expect((await take(environment, BACK)).type).toBe('observed');
      }
    }
  });

  it('counts on where an episode is resumed from a snapshot', async () => {
    const open = (): EarlyStopEnvironment => {
      const live = new ScriptedLive();
      const restore = async () => await live.observe();
      return new EarlyStopEnvironment(Object.assign(live, { snapshot: () => ({}), restore }));
    };
    const first = open();
    await first.reset(START, { signal });
    for (let step = 0; step < 4; step += 1) await take(first, BACK);
    const second = open();
    await second.restore?.(first.snapshot?.() ?? {}, { signal });
    expect((await take(second, BACK)).type).toBe('ended');
    await expect(
      second.restore?.({ around: 'EarlyStopEnvironment', own: 4, inner: {} }, { signal }),
    ).rejects.toThrow('the snapshot holds no operations');
  });
});
