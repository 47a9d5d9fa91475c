import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActionSchema, stop, tap, type Action } from '../action.js';
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
    ['home', { type: 'key', key: 'home' }, { action_type: 'system_button', button: 'home' }],
    ['a link', { type: 'open_url', url: 'u' }, { action_type: 'open_url', url: 'u' }],
    ['waiting', { type: 'wait' }, { action_type: 'wait' }],
    ['failure', stop('failure'), { action_type: 'complete', status: 'failure' }],
    ['an unnamed end', stop('unspecified'), { action_type: 'complete', status: 'success' }],
    ['an interruption', stop('interrupted'), { action_type: 'complete', status: 'interrupted' }],
    ['a tap in pixels', tap(pixelPoint(500, -3)), { action_type: 'click', x: 500, y: -3 }],
    [
      'swipe at a place',
      { type: 'swipe', direction: 'up', at: corner },
      { action_type: 'swipe', direction: 'up', x: 100, y: 100 },
    ],
    [
      'swipe on a target',
      { type: 'swipe', direction: 'up', target: { type: 'point', point: corner } },
      { action_type: 'swipe', direction: 'up', x: 100, y: 100 },
    ],
    [
      'swipe from a place alone',
      { type: 'swipe', direction: null, from: pixelPoint(9, 9) },
      { action_type: 'swipe', direction: null, x: 9, y: 9 },
    ],
    [
      'swipe to a place alone',
      { type: 'swipe', direction: null, to: pixelPoint(9, 9) },
      { action_type: 'swipe', direction: null },
    ],
    [
      'swipe that says its direction and its path',
      { type: 'swipe', direction: 'left', from: pixelPoint(9, 9), to: pixelPoint(9, 99) },
      { action_type: 'swipe', direction: 'left', x: 9, y: 9 },
    ],
    ['a foreign word', { type: 'foreign', native: { family: 'f', name: 'fly' } }, { action_type: 'fly' }],
    [
      'a foreign action without a word',
      { type: 'foreign', native: { family: 'f' } },
      { action_type: 'foreign' },
    ],
    [
      'words of its own family',
      { type: 'wait', native: { family: 'colorbench', arguments: { action_type: 'x' } } },
      { action_type: 'x' },
    ],
    [
      'words of another',
      { type: 'wait', native: { family: 'f', arguments: { a: 1 } } },
      { action_type: 'wait' },
    ],
    ['no words at all', { type: 'wait', native: { family: 'colorbench' } }, { action_type: 'wait' }],
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

  it.each<[unknown, Action]>([
    [
      { action_type: 'long_press', x: 1, y: 2 },
      { type: 'long_press', target: { type: 'point', point: pixelPoint(1, 2) } },
    ],
    [
      { action_type: 'swipe', direction: 'up' },
      { type: 'swipe', direction: 'up' },
    ],
    [
      { action_type: 'swipe', direction: 'left', x: 3, y: 4 },
      { type: 'swipe', direction: 'left', at: pixelPoint(3, 4) },
    ],
    [
      { action_type: 'type', text: 't' },
      { type: 'type', text: 't' },
    ],
    [{ action_type: 'wait' }, { type: 'wait' }],
    [
      { action_type: 'open', app: 'A' },
      { type: 'open_app', app: 'A' },
    ],
    [
      { action_type: 'system_button', button: 'back' },
      { type: 'key', key: 'BACK' },
    ],
    [
      { action_type: 'system_button', button: 'home' },
      { type: 'key', key: 'HOME' },
    ],
    [
      { action_type: 'key', key: 'ENTER' },
      { type: 'key', key: 'ENTER' },
    ],
    [{ action_type: 'complete', status: 'success' }, stop('success')],
    [{ action_type: 'complete', status: 'failure' }, stop('failure')],
    [{ action_type: 'complete', status: 'interrupted' }, stop('interrupted')],
  ])('says %j in unified words', (native, action) => {
    expect(fromGraphAction(native)).toStrictEqual(action);
  });

  it.each<[unknown, Action['type']]>([
    [{ action_type: 'swipe', direction: 'down', x: 3 }, 'swipe'],
    [{ x: 1, y: 2, action_type: 'click' }, 'tap'],
    [{ action_type: 'click', x: 1, y: 2, more: 3 }, 'tap'],
    [{ action_type: 'key', key: 'keycode_enter' }, 'key'],
  ])('keeps %j, of which the unified words say less', (native, type) => {
    const action = fromGraphAction(native);
    expect(action).toMatchObject({ type, native: { family: 'colorbench', arguments: native } });
    expect(toGraphAction(action, SCREEN)).toBe(native);
  });

  it.each([
    null,
    'click',
    7,
    [{ action_type: 'wait' }],
    {},
    { action_type: 7 },
    { action_type: 'click', x: 1 },
    { action_type: 'click', y: 1 },
    { action_type: 'click', x: '1', y: 1 },
    { action_type: 'swipe', direction: 'north' },
    { action_type: 'type' },
    { action_type: 'open', app: 1 },
    { action_type: 'system_button', button: 'menu' },
    { action_type: 'key' },
    { action_type: 'fly' },
    { action_type: 'complete', status: 7 },
  ])('calls %j foreign', (native) => {
    const action = fromGraphAction(native);
    const name = (native as { action_type?: unknown } | null)?.action_type;
    expect(action).toStrictEqual({
      type: 'foreign',
      native: { family: 'colorbench', arguments: native, ...(typeof name === 'string' ? { name } : {}) },
    });
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
