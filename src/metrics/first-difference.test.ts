import { describe, expect, it } from 'vitest';
import type { Action } from '../domain/action.js';
import { stop, tap } from '../domain/action.js';
import type { Trajectory } from '../domain/trajectory.js';
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
  it('is null for the same steps, whatever was said about them', () => {
    const said: Action = { ...pay, native: { family: 'x', text: 'I tap on Pay' } };
    expect(firstDifference(trajectory(['shop', pay]), trajectory(['shop', said]))).toBeNull();
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
});
