import { describe, expect, it } from 'vitest';
import type { Action } from '../../../domain/action.js';
import type { Mode } from '../../../domain/mode.js';
import { pixelPoint, type Box } from '../../../domain/geometry.js';
import { ScriptedLive } from '../../../testing/phones/scripted-live.js';
import { RepetitionEnvironment, withoutRest } from './repetition.js';

const { signal } = new AbortController();
const WAIT: Action = { type: 'wait' };
const onBox = (box: Box, element: number): Action => ({
  type: 'tap',
  target: { type: 'point', point: pixelPoint(element, element), box, element },
});
const swipe = (direction: 'up' | 'down'): Action => ({
  type: 'swipe',
  direction,
  from: pixelPoint(5, direction === 'up' ? 9 : 1),
  to: pixelPoint(5, direction === 'up' ? 1 : 9),
  target: { type: 'point', point: pixelPoint(5, 5), box: [0, 0, 10, 10] },
});

/** Actions that reached the phone, and whether the episode ended. */
async function play(actions: readonly Action[]) {
  const live = new ScriptedLive();
  const environment = new RepetitionEnvironment(live);
  await environment.reset({ task: 't', repeat: 0, seed: 0 }, { signal });
  let rule = '';
  for (const action of actions) {
    const result = await environment.step(action, { signal });
    if (result.type === 'ended') rule = result.transition.rule;
  }
  return { done: live.done.length, rule };
}

describe('RepetitionEnvironment', () => {
  it.each<[string, readonly Action[], number, string]>([
    ['three equal actions', [WAIT, WAIT, WAIT, WAIT], 3, 'repetition'],
    ['two, and another', [WAIT, WAIT, { type: 'key', key: 'BACK' }, WAIT], 4, ''],
    [
      'one element under three numbers',
      [1, 2, 3, 4].map((number) => onBox([0, 0, 10, 10], number)),
      3,
      'repetition',
    ],
    ['three elements', [1, 2, 3, 4].map((number) => onBox([0, 0, 10, number], 5)), 4, ''],
    ['swipes to and fro over one element', [swipe('up'), swipe('down'), swipe('up'), WAIT], 3, 'repetition'],
    ['three texts', ['a', 'b', 'c', 'd'].map((text): Action => ({ type: 'type', text })), 4, ''],
  ])('lets %s happen, and says whether that ends the episode', async (_, actions, done, rule) => {
    expect(await play(actions)).toEqual({ done, rule });
  });
});

describe('withoutRest', () => {
  it('keeps the last screen and takes away what never reached the phone', async () => {
    const { screen } = await new ScriptedLive().observe();
    const step = { screen, state: 's', action: WAIT, transition: { rule: 'performed', next: 's' } };
    const rest = { ...step, transition: { rule: 'repetition', next: null } };
    expect(withoutRest({ steps: [step, rest] }, 'reference').steps.map(({ action }) => action)).toEqual([
      WAIT,
      null,
    ]);
    expect(withoutRest({ steps: [step] }, 'reference').steps).toEqual([step]);
  });

  it('takes away an unreadable answer behind three equal actions, where they end an episode', async () => {
    const { screen } = await new ScriptedLive().observe();
    const done = (action: Action) => ({ screen, state: 's', action });
    const formatError = { kind: 'no_action', message: 'nothing to read', excerpt: '' } as const;
    const unread = { screen, state: 's', action: null, formatError };
    const back: Action = { type: 'key', key: 'BACK' };
    const lasts = (actions: readonly Action[], mode: Mode) =>
      withoutRest({ steps: [...actions.map(done), unread] }, mode).steps.at(-1);
    expect(lasts([back, WAIT, WAIT, WAIT], 'reference')).toEqual({ screen, state: 's', action: null });
    expect(lasts([back, WAIT, WAIT, WAIT], 'corrected')).toEqual(unread);
    expect(lasts([WAIT, back, WAIT], 'reference')).toEqual(unread);
    expect(lasts([WAIT, WAIT], 'reference')).toEqual(unread);
    const ofAppAgent: Action = { ...WAIT, native: { family: 'appagent' } };
    expect(lasts([ofAppAgent, ofAppAgent, ofAppAgent], 'reference')).toEqual(unread);
  });
});
