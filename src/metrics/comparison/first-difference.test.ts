import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../domain/action.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { firstDifference } from './first-difference.js';

function trajectory(...steps: [state: string, action: Action | null][]): Trajectory {
  return {
    steps: steps.map(([state, action]) => ({
      screen: { id: `${state}.png`, size: null, activity: null, picture: null, hierarchy: null },
      state,
      action,
    })),
  };
}

const pay = tap({ x: 10, y: 20, space: 'pixel' });

describe('firstDifference', () => {
  it('is null for the same steps with any thoughts', () => {
    const said: Action = { ...pay, native: { family: 'x', text: 'I tap on Pay' } };
    expect(firstDifference(trajectory(['shop', pay]), trajectory(['shop', said]))).toBeNull();
  });

  it('is null for taps on one pixel, however each was found and recorded', () => {
    const found: Action = {
      type: 'tap',
      target: {
        type: 'point',
        point: { x: 100, y: 100, space: 'permille', resolved: [10, 20], pixel: [10, 20] },
        box: [0, 0, 20, 40],
        element: 3,
      },
    };
    expect(firstDifference(trajectory(['shop', pay]), trajectory(['shop', found]))).toBeNull();
    const beside = tap({ x: 10, y: 21, space: 'pixel' });
    expect(firstDifference(trajectory(['shop', beside]), trajectory(['shop', found]))?.kind).toBe('action');
    const permille = tap({ x: 10, y: 20, space: 'permille' });
    expect(firstDifference(trajectory(['shop', pay]), trajectory(['shop', permille]))?.kind).toBe('action');
  });

  it('tells swipes apart by where they begin', () => {
    const swipe = (y: number): Action => ({
      type: 'swipe',
      direction: 'up',
      from: { x: 10, y, space: 'pixel' },
      to: { x: 10, y: 5, space: 'pixel' },
    });
    expect(firstDifference(trajectory(['a', swipe(90)]), trajectory(['a', swipe(80)]))?.kind).toBe('action');
    expect(firstDifference(trajectory(['a', swipe(90)]), trajectory(['a', swipe(90)]))).toBeNull();
  });

  it('finds the first step with another action, another screen, or none', () => {
    const common: [string, Action][] = [['home', pay]];
    expect(
      firstDifference(trajectory(...common, ['shop', pay]), trajectory(...common, ['shop', stop()])),
    ).toEqual({
      step: 1,
      kind: 'action',
      a: 'tap (10, 20)',
      b: 'stop success',
    });
    expect(
      firstDifference(trajectory(...common, ['shop', pay]), trajectory(...common, ['advert', pay])),
    ).toEqual({
      step: 1,
      kind: 'screen',
      a: 'shop',
      b: 'advert',
    });
    expect(
      firstDifference(trajectory(...common), trajectory(...common, ['shop', { type: 'type', text: 'milk' }])),
    ).toEqual({
      step: 1,
      kind: 'end',
      a: 'ended',
      b: 'type "milk"',
    });
  });

  const NO_HISTORY = [['home', pay]] as const;

  it.each<[Action, string]>([
    [{ type: 'long_press', target: { type: 'element', element: 7 } }, 'long_press [7]'],
    [{ type: 'tap', target: { type: 'selector', attributes: {} } }, 'tap selector'],
    [{ type: 'swipe', direction: null }, 'swipe'],
    [{ type: 'swipe', direction: 'left' }, 'swipe left'],
    [{ type: 'type', text: 'a "b"' }, 'type "a \\"b\\""'],
    [{ type: 'key', key: 'BACK' }, 'key BACK'],
    [{ type: 'open_app', app: 'Shop' }, 'open_app Shop'],
    [{ type: 'answer', text: '42', terminal: false }, 'answer "42"'],
    [{ type: 'wait' }, 'wait'],
  ])('describes %j in a few words', (action, words) => {
    const [home] = NO_HISTORY;
    expect(firstDifference(trajectory([home[0], home[1]]), trajectory([home[0], action]))).toEqual({
      step: 0,
      kind: 'action',
      a: 'tap (10, 20)',
      b: words,
    });
  });

  it('takes members in any order and those not given as the same, another value as another action', () => {
    const one: Action = { type: 'swipe', direction: 'up', steps: 3, durationMs: undefined };
    const same: Action = { steps: 3, direction: 'up', type: 'swipe', warnings: ['late'] };
    expect(firstDifference(trajectory(['a', one]), trajectory(['a', same]))).toBeNull();
    expect(firstDifference(trajectory(['a', one]), trajectory(['a', { ...same, steps: 4 }]))?.kind).toBe(
      'action',
    );
  });

  it('compares foreign actions by what they were in their own words', () => {
    const foreign = (text: string): Action => ({ type: 'foreign', native: { family: 'x', text } });
    expect(firstDifference(trajectory(['a', foreign('p')]), trajectory(['a', foreign('p')]))).toBeNull();
    expect(firstDifference(trajectory(['a', foreign('p')]), trajectory(['a', foreign('q')]))).toMatchObject({
      kind: 'action',
      a: 'foreign',
    });
  });

  it('tells answers nobody could read from steps without an action', () => {
    const none = trajectory(['a', null]);
    const [step] = none.steps;
    if (step === undefined) throw new Error('no step');
    const unreadable: Trajectory = {
      steps: [{ ...step, formatError: { kind: 'no_action', message: '', excerpt: '' } }],
    };
    expect(firstDifference(none, none)).toBeNull();
    expect(firstDifference(unreadable, unreadable)).toBeNull();
    expect(firstDifference(none, unreadable)).toEqual({
      step: 0,
      kind: 'action',
      a: 'did nothing',
      b: 'unreadable answer',
    });
  });

  it('goes by the screen where states have no names', () => {
    const nameless = ({ steps }: Trajectory): Trajectory => ({
      steps: steps.map((step) => ({ ...step, state: null })),
    });
    const [a, b] = [nameless(trajectory(['a', pay])), nameless(trajectory(['b', pay]))];
    expect(firstDifference(a, a)).toBeNull();
    expect(firstDifference(a, b)).toEqual({ step: 0, kind: 'screen', a: 'a.png', b: 'b.png' });
  });
});
