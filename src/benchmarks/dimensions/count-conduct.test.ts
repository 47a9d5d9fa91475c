import { describe, expect, it } from 'vitest';
import { tap } from '../../domain/action.js';
import type { Action } from '../../domain/action.js';
import type { FormatError } from '../../domain/decision.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { emptyObservation } from '../../testing/agent-contract.js';
import { countConduct } from './count-conduct.js';

const BACK: Action = { type: 'key', key: 'BACK' };
const UNREAD: FormatError = { kind: 'no_action', message: 'no action', excerpt: '' };
const at = (x: number): Action => tap(pixelPoint(x, 1));

function trajectory(...done: readonly (Action | FormatError | null)[]): Trajectory {
  const { screen } = emptyObservation();
  return {
    steps: done.map((step) =>
      step !== null && 'excerpt' in step
        ? { screen, state: null, action: null, formatError: step }
        : { screen, state: null, action: step },
    ),
  };
}

describe('countConduct', () => {
  it.each<[string, Trajectory, object]>([
    ['nothing', trajectory(null), { repeated: 0, repeatable: 0, actions: 0, formatErrors: 0 }],
    ['one action', trajectory(BACK, null), { repeated: 0, repeatable: 0, actions: 1, formatErrors: 0 }],
    [
      'an action that comes again after another',
      trajectory(at(1), at(2), at(1), at(3)),
      { repeated: 1, repeatable: 3, actions: 4, formatErrors: 0 },
    ],
    [
      'three equal ones, where counting ends',
      trajectory(at(1), BACK, BACK, BACK, at(1)),
      { repeated: 2, repeatable: 3, actions: 5, formatErrors: 0 },
    ],
    [
      'an unreadable answer',
      trajectory(at(1), UNREAD),
      { repeated: 0, repeatable: 0, actions: 2, formatErrors: 1 },
    ],
  ])('counts %s', (_, steps, expected) => {
    expect(countConduct(steps)).toEqual(expected);
  });

  it('tells texts, keys, positions and kinds apart, and not the way of a swipe', () => {
    const { repeated } = countConduct(
      trajectory(
        { type: 'type', text: 'a' },
        { type: 'type', text: 'b' },
        { type: 'key', key: 'ENTER' },
        BACK,
        { type: 'long_press', target: { type: 'point', point: pixelPoint(1, 1) } },
        at(1),
        { type: 'open_app', app: 'Clock' },
        { type: 'open_app', app: 'Mail' },
      ),
    );
    expect(repeated).toBe(0);
    const swipes = countConduct(
      trajectory({ type: 'swipe', direction: 'up', from: pixelPoint(5, 5) }, BACK, {
        type: 'swipe',
        direction: 'down',
        from: pixelPoint(5, 5),
      }),
    );
    expect(swipes.repeated).toBe(1);
  });
});
