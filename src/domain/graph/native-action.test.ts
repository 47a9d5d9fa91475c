import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActionSchema, stop, tap } from '../action.js';
import type { Action } from '../action.js';
import { pixelPoint } from '../geometry.js';
import { fromGraphAction, toGraphAction } from './native-action.js';

const SCREEN = { width: 200, height: 400 };
const corner = { x: 0.5, y: 0.25, space: 'unit' } as const;

describe('toGraphAction', () => {
  it.each<[string, Action, unknown]>([
    ['tap', tap({ x: 500, y: 500, space: 'permille' }), { action_type: 'click', x: 100, y: 200 }],
    ['tap of an element', { type: 'tap', target: { type: 'element', element: 3 } }, { action_type: 'click' }],
    [
      'long press',
      { type: 'long_press', target: { type: 'point', point: corner } },
      { action_type: 'long_press', x: 100, y: 100 },
    ],
    ['swipe', { type: 'swipe', direction: 'left' }, { action_type: 'swipe', direction: 'left' }],
    [
      'swipe along a path',
      { type: 'swipe', direction: null, from: pixelPoint(9, 9), to: pixelPoint(9, 99) },
      { action_type: 'swipe', direction: 'down', x: 9, y: 9 },
    ],
    ['type', { type: 'type', text: 'a B', submit: true }, { action_type: 'type', text: 'a B' }],
    ['back', { type: 'key', key: 'KEYCODE_BACK' }, { action_type: 'system_button', button: 'back' }],
    ['enter', { type: 'key', key: 'enter' }, { action_type: 'key', key: 'ENTER' }],
    ['open', { type: 'open_app', app: '微信' }, { action_type: 'open', app: '微信' }],
    ['answer', { type: 'answer', text: '42', terminal: true }, { action_type: 'complete', status: '42' }],
    ['remark', { type: 'answer', text: '42', terminal: false }, { action_type: 'answer', text: '42' }],
    ['question', { type: 'ask_user', reason: 'confirm' }, { action_type: 'complete', status: 'interrupted' }],
    ['stop', stop(), { action_type: 'complete', status: 'success' }],
    ['giving up', stop('infeasible'), { action_type: 'complete', status: 'failure' }],
    ['stop with an answer', stop('success', 'A'), { action_type: 'complete', status: 'A' }],
    ['memo', { type: 'memo', op: 'note', text: 'x' }, { action_type: 'memo' }],
  ])('turns %s into the words of the graph', (_, action, expected) => {
    expect(toGraphAction(action, SCREEN)).toEqual(expected);
  });
});

describe('fromGraphAction', () => {
  it('gives every object back, malformed or not, through a journal too', () => {
    const fields = fc.record(
      {
        action_type: fc.constantFrom(
          'click',
          'swipe',
          'type',
          'open',
          'system_button',
          'complete',
          'wait',
          'Click',
        ),
        x: fc.oneof(fc.integer(), fc.constant('7')),
        y: fc.integer(),
        text: fc.string(),
        app: fc.string(),
        button: fc.constantFrom('back', 'home', 'menu'),
        direction: fc.constantFrom('up', null, 'north'),
        status: fc.oneof(fc.constantFrom('success', 'failure', 'done'), fc.integer()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fields, fc.jsonValue()), (value) => {
        // As JSON has it: without the differences that only memory knows.
        const native: unknown = JSON.parse(JSON.stringify(value));
        const action = ActionSchema.parse(JSON.parse(JSON.stringify(fromGraphAction(native))));
        const back = toGraphAction(action, SCREEN);
        expect(back).toEqual(native);
        expect(JSON.stringify(back)).toBe(JSON.stringify(native));
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the native form only where the unified one does not say everything', () => {
    expect(fromGraphAction({ action_type: 'click', x: 1, y: 2 })).toEqual(tap(pixelPoint(1, 2)));
    expect(fromGraphAction({ action_type: 'complete', status: 'done' })).toEqual(stop('success', 'done'));
    expect(fromGraphAction({ action_type: 'complete' })).toMatchObject({
      type: 'stop',
      native: { arguments: { action_type: 'complete' } },
    });
  });
});
