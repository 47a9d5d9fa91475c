import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../../domain/action.js';
import { pixelPoint, type Point } from '../../../domain/geometry.js';
import { commandOfStep } from '../command-of-step.js';
import { stepOfAction } from './step-of-action.js';

const SCREEN = { width: 1080, height: 2400 };
const at = (x: number, y: number): Point => pixelPoint(x, y);

describe('stepOfAction', () => {
  it.each<[Action, string, unknown]>([
    [tap(at(540, 1200)), 'CLICK', [[500, 500]]],
    [tap({ x: 499.6, y: 0.2, space: 'permille' }), 'CLICK', [[500, 0]]],
    [tap({ x: 0.25, y: 1, space: 'unit' }), 'CLICK', [[250, 1000]]],
    [{ type: 'long_press', target: { type: 'point', point: at(1080, 0) } }, 'LONG_PRESS', [[1000, 0]]],
    [{ type: 'type', text: ' a\n' }, 'TEXT', ' a\n'],
    [{ type: 'key', key: 'BACK' }, 'CLICK', 'KEY_BACK'],
    [{ type: 'key', key: 'APP_SWITCH' }, 'CLICK', 'KEY_APPSELECT'],
    [stop('success'), 'COMPLETE', ''],
    [stop('infeasible'), 'INCOMPLETE', ''],
    [stop('failure'), 'INCOMPLETE', ''],
    [{ type: 'answer', text: '42', terminal: true }, 'COMPLETE', ''],
  ])('writes %j as %s', (action, name, info) => {
    expect(stepOfAction(action, SCREEN, null)).toMatchObject({ action: name, info });
  });

  it('keeps what an end says', () => {
    expect(stepOfAction({ type: 'answer', text: '42', terminal: true }, SCREEN, null)).toMatchObject({
      ps: '42',
    });
    expect(stepOfAction({ ...stop('infeasible'), answer: 'no app' }, SCREEN, null)).toMatchObject({
      ps: 'no app',
    });
  });

  it('touches the middle of the area where only that is known', () => {
    const action: Action = { type: 'tap', target: { type: 'element', element: 3 } };
    expect(stepOfAction(action, SCREEN, [0, 0, 1080, 240])).toMatchObject({ info: [[500, 50]] });
    expect(stepOfAction(action, SCREEN, null)).toBe('the touch names no position');
  });

  it.each(['up', 'down', 'left', 'right'] as const)(
    'writes a path for a swipe %s that reads so',
    (direction) => {
      const paths: (readonly [Point, Point] | null)[] = [
        null,
        // Read in the square of 0–1000 this one goes sideways.
        [at(100, 100), at(900, 1000)],
        [at(540, 1200), at(540, 1200)],
      ];
      for (const path of paths) {
        const [from, to] = path ?? [];
        const action: Action = {
          type: 'swipe',
          direction,
          ...(from === undefined || to === undefined ? {} : { from, to }),
        };
        const step = stepOfAction(action, SCREEN, null);
        if (typeof step === 'string') throw new Error(step);
        expect(commandOfStep(step, 'reference')).toBe(`SCROLL: ${direction.toUpperCase()}`);
        expect(step.ps).toEqual(step.info);
      }
    },
  );

  it('keeps the path of a swipe that reads as it was', () => {
    const action: Action = { type: 'swipe', direction: 'up', from: at(540, 2000), to: at(500, 400) };
    expect(stepOfAction(action, SCREEN, null)).toMatchObject({
      info: [
        [500, 833],
        [463, 167],
      ],
    });
    expect(stepOfAction({ ...action, direction: null }, SCREEN, null)).toMatchObject({ action: 'SCROLL' });
    expect(stepOfAction({ type: 'swipe', direction: null }, SCREEN, null)).toContain('neither a path');
  });

  it.each<[Action, string]>([
    [{ type: 'open_app', app: 'Clock' }, 'no action open_app'],
    [{ type: 'wait' }, 'no action wait'],
    [{ type: 'key', key: 'ENTER' }, 'no key ENTER'],
    [{ ...tap(at(1, 1)), count: 2 }, 'no double tap'],
    [{ type: 'type', text: 'x', submit: true }, 'types where the cursor is'],
    [{ type: 'type', text: 'x', target: { type: 'point', point: at(1, 1) } }, 'types where the cursor is'],
    [{ type: 'answer', text: 'x', terminal: false }, 'no answer'],
  ])('has no words for %j', (action, reason) => {
    expect(stepOfAction(action, SCREEN, null)).toContain(reason);
  });
});
