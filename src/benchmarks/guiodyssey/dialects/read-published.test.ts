import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../domain/action.js';
import { matchOdysseyStep } from '../match/match-odyssey-step.js';
import type { ParseResult } from '../../../models/dialects/dialect.js';
import { readOften } from '../../../testing/read-often.js';
import { odysseyCommandFamily } from './odyssey-command.js';

const dialect = odysseyCommandFamily.create();

function read(text: string): ParseResult {
  return dialect.parse(text, {
    profile: 'reference:guiodyssey',
    screen: { width: 1000, height: 2000 },
  });
}

function actionIn(text: string): Action | null {
  const result = read(text);
  return result.type === 'actions' ? result.actions[0] : null;
}

describe("GUIOdyssey's published reader", () => {
  it.each([
    ['CLICK: (100, 200)', { type: 'tap', target: { point: { resolved: [100, 400] } } }],
    ['CLICK: (100, 200): the button', { type: 'tap', target: { point: { resolved: [100, 400] } } }],
    ['  LONG_PRESS : [0x10, 2e2,]', { type: 'long_press', target: { point: { resolved: [16, 400] } } }],
    ["CLICK: '(100, 200)'", { type: 'tap', target: { point: { resolved: [100, 400] } } }],
    ['CLICK: (100,)', { type: 'tap', target: { point: { resolved: [100, 200] } } }],
    ['CLICK: (1200, 5)', { type: 'tap', target: { inBounds: false } }],
    ['TYPE: 10:30 am', { type: 'type', text: '10' }],
    ['TYPE:', { type: 'type', text: '' }],
    ['TYPE: "quoted"', { type: 'type', text: '"quoted"' }],
    ['SCROLL: up', { type: 'swipe', direction: 'up' }],
    ['PRESS_BACK: or so', { type: 'key', key: 'BACK' }],
    ['PRESS_RECENT', { type: 'key', key: 'APP_SWITCH' }],
    ['COMPLETE', { type: 'stop', status: 'success' }],
    ['IMPOSSIBLE', { type: 'stop', status: 'infeasible' }],
  ])('reads %j', (text, action) => {
    expect(actionIn(text)).toMatchObject({ ...action, native: { family: 'odyssey_command', text } });
  });

  it.each([
    ['', 'empty_output'],
    ['click: (100, 200)', 'unknown_action'],
    ['I press the button.\nCLICK: (100, 200)', 'unknown_action'],
    ['CLICK：(100, 200)', 'unknown_action'],
    ['CLICK', 'invalid_argument'],
    ['CLICK: (007, 8)', 'invalid_argument'],
    ['CLICK: (100+5, 200)', 'invalid_argument'],
    ['CLICK: {1, 2}', 'invalid_argument'],
    ['CLICK: (100, None)', 'invalid_argument'],
    ['SCROLL: north', 'invalid_argument'],
  ])('refuses %j', (text, kind) => {
    expect(read(text)).toMatchObject({ type: 'format_error', error: { kind } });
  });

  it('keeps what was answered, so that it is judged as the published evaluator judges it', () => {
    const expected = { action: 'CLICK', info: { kind: 'tuple', items: [500, 500] } } as const;
    const box = [480, 480, 520, 520];
    const word = fc.constantFrom('CLICK', 'LONG_PRESS', 'TYPE', 'SCROLL', 'COMPLETE', ' CLICK ', 'click');
    const rest = fc.constantFrom('(500, 500)', '500, 500', '(1, 2, 3)', '(490, 490, 1)', 'x', '(', '[5]', '');
    const mark = fc.constantFrom(': ', ':', '', ' : ');
    fc.assert(
      fc.property(word, mark, rest, fc.constantFrom('', ': more', '\n'), (name, colon, value, tail) => {
        const answer = `${name}${colon}${value}${tail}`;
        const result = read(answer);
        const kept = result.type === 'actions' ? result.actions[0].native?.text : result.error.excerpt;
        expect(matchOdysseyStep(expected, kept, box, 'reference')).toEqual(
          matchOdysseyStep(expected, answer, box, 'reference'),
        );
      }),
    );
  });

  it('takes time linear in the length of an answer', () => {
    for (const part of ['(', ':', 'CLICK: (', "'", '1, ', '_', '1e', '#']) {
      const answer = `CLICK: ${part.repeat(Math.floor(199_000 / part.length))}`;
      expect(readOften(() => read(answer).type)).toMatch(/actions|format_error/);
    }
  });
});
