import { describe, expect, it } from 'vitest';
import type { ParseContext } from '../dialect.js';
import { seeact } from './seeact.js';

const CONTEXT: ParseContext = {
  profile: 'reference:seeact',
  screen: { width: 100, height: 200 },
  elements: {
    base: 0,
    count: 30,
    elements: [
      { index: 0, box: [0, 0, 10, 10], words: 'first' },
      { index: 27, box: [0, 100, 50, 200], words: '"Save" button' },
    ],
  },
};
const dialect = seeact.create();

const choose = (element: string, action: string, value = 'None'): string =>
  `ELEMENT: ${element}\nACTION: ${action}\nVALUE: ${value}`;

/** Each is as the reference code reads and carries out the same text. */
describe('reference:seeact', () => {
  it.each<[string, object, string]>([
    [choose('AB', 'CLICK'), { type: 'tap', target: { element: 27 } }, '"Save" button -> CLICK'],
    [
      choose(' AB. ', ' LONG  PRESS.'),
      { type: 'long_press', target: { element: 27 } },
      '"Save" button -> LONG PRESS',
    ],
    [
      choose('AB', 'INPUT TEXT', 'a b.'),
      { type: 'type', text: 'a b', submit: true },
      '"Save" button -> INPUT TEXT: a b',
    ],
    [choose('AB', 'INPUT TEXT', 'None'), { type: 'type', text: 'None' }, '"Save" button -> INPUT TEXT: None'],
    [choose('A', 'INPUT TEXT', 'at 9:41'), { type: 'type', text: 'at 9' }, 'first -> INPUT TEXT: at 9'],
    [choose('None', 'SWIPE', 'up'), { type: 'swipe', direction: 'up', to: { x: 50, y: 0 } }, 'SWIPE: up'],
    [
      choose('A', 'SWIPE', 'up'),
      { type: 'swipe', direction: 'up', to: { x: 50, y: 0 } },
      'first -> SWIPE: up',
    ],
    [
      choose('AB', 'SWIPE', 'left'),
      { from: { x: 25, y: 150 }, to: { x: 0, y: 150 } },
      '"Save" button -> SWIPE: left',
    ],
    [choose('ZZ', 'SWIPE', 'down'), { direction: 'down', to: { x: 50, y: 200 } }, 'SWIPE: down'],
    [choose('AB', 'OPEN APP', 'Clock'), { type: 'open_app', app: 'Clock' }, 'OPEN APP: Clock'],
    [choose('None', 'ANSWER', 'None'), { type: 'answer', text: 'None', terminal: false }, 'ANSWER: None'],
    ['ACTION: WAIT', { type: 'wait' }, 'WAIT'],
    [choose('x', 'TERMINATE', 'done'), { type: 'stop', status: 'unspecified' }, 'TERMINATE'],
    [choose('None', 'NAVIGATE HOME'), { type: 'key', key: 'HOME' }, 'NAVIGATE HOME'],
    [choose('None', 'NAVIGATE BACK'), { type: 'key', key: 'BACK' }, 'NAVIGATE BACK'],
    [choose('None', 'KEYBOARD ENTER'), { type: 'key', key: 'ENTER' }, 'KEYBOARD ENTER'],
    [
      `${choose('A', 'WAIT')}\nThen\nELEMENT: AB\nACTION: CLICK`,
      { target: { element: 27 } },
      '"Save" button -> CLICK',
    ],
  ])('reads %j', (answer, action, summary) => {
    expect(dialect.parse(answer, CONTEXT)).toMatchObject({ actions: [action], summary });
  });

  it.each([
    ['B, I think', 'unknown_action'],
    [choose('A', 'None'), 'unknown_action'],
    [choose('A', 'TAP'), 'unknown_action'],
    [choose('A', 'click'), 'unknown_action'],
    [`ELEMENT: A\n ACTION: CLICK\nVALUE: None`, 'unknown_action'],
    [choose('A', 'CLICK', 'x'), 'invalid_argument'],
    ['ELEMENT: A\nACTION: CLICK', 'invalid_argument'],
    [choose('None', 'CLICK'), 'missing_argument'],
    [choose('a', 'CLICK'), 'element_not_found'],
    [choose('AE', 'CLICK'), 'element_not_found'],
    [choose('', 'LONG PRESS'), 'element_not_found'],
    [choose('A', 'INPUT TEXT', ''), 'missing_argument'],
    [choose('None', 'INPUT TEXT', 'a'), 'missing_argument'],
    [choose('A', 'SWIPE', 'Up'), 'invalid_argument'],
    ['ACTION: SWIPE', 'invalid_argument'],
    [choose('None', 'OPEN APP', '...'), 'missing_argument'],
    ['ACTION: ANSWER', 'missing_argument'],
  ])('reads nothing in %j', (answer, kind) => {
    expect(dialect.parse(answer, CONTEXT)).toMatchObject({ error: { kind } });
  });

  it('keeps what stands before the lines as the thought', () => {
    expect(dialect.parse(`The switch.\n${choose('A', 'CLICK')}`, CONTEXT).thought).toBe('The switch.');
  });
});
