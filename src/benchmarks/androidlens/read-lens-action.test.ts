import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLensPrediction } from './read-lens-prediction.js';
import { NoLensAction, readBoxes, readLensAction, type LensReading } from './read-lens-action.js';

const READING: LensReading = {
  space: 'pixel',
  boxSpace: 'pixel',
  boxOrder: 'x1y1x2y2',
  scroll: 'content',
  size: { width: 1000, height: 2000 },
};

const at = (x: number, y: number): object => ({ target: { point: { x, y } } });

describe('readLensAction', () => {
  it.each<[unknown, object]>([
    ['Click(10, 20)', { type: 'tap', ...at(10, 20) }],
    [' click( x=10 , y = 20.5 ) ', { type: 'tap', ...at(10, 20.5) }],
    ["click(start_box='<|box_start|>(10,20)<|box_end|>')", { type: 'tap', ...at(10, 20) }],
    ['click(start_box="(10,20,30,40)")', { type: 'tap', ...at(20, 30) }],
    ["long_press(start_box='(1,2)', time='2')", { type: 'long_press', ...at(1, 2) }],
    ['LongPress((1, 2))', { type: 'long_press', ...at(1, 2) }],
    ['Swipe(1, 2, 1, 200)', { type: 'swipe', direction: 'down', from: { x: 1 }, to: { y: 200 } }],
    ["scroll(start_box='(5,6)', direction='down')", { type: 'swipe', direction: 'up', at: { x: 5 } }],
    ["swipe(direction='down')", { type: 'swipe', direction: 'down' }],
    ["Type('it''s')", { type: 'type', text: "it''s" }],
    ["type(content='a, (b)\\n')", { type: 'type', text: 'a, (b)\n' }],
    ['Type(hello, world)', { type: 'type', text: 'hello, world' }],
    ["Type(it's here)", { type: 'type', text: "it's here" }],
    ['Type(hello :))', { type: 'type', text: 'hello :)' }],
    ['Type(a :( b)', { type: 'type', text: 'a :( b' }],
    ["Type(')", { type: 'type', text: "'" }],
    ["Type('tis here).", { type: 'type', text: "'tis here" }],
    ['type(content=see you :))', { type: 'type', text: 'see you :)' }],
    ["type(content='a\\'b :) ')", { type: 'type', text: "a'b :) " }],
    ['Type("")', { type: 'type', text: '' }],
    ['PressBack()', { type: 'key', key: 'BACK' }],
    ['press_menu()', { type: 'key', key: 'MENU' }],
    ['press_home', { type: 'key', key: 'HOME' }],
    ["Terminate('failure')", { type: 'stop', status: 'failure' }],
    ["Terminate(status='success')", { type: 'stop', status: 'success' }],
    ['finished()', { type: 'stop', status: 'success' }],
    ['Wait()', { type: 'wait' }],
    [
      { action_type: 'click', x: 10, y: '20' },
      { type: 'tap', ...at(10, 20) },
    ],
    [
      { action_type: 'Click', coordinate: [10, 20] },
      { type: 'tap', ...at(10, 20) },
    ],
    [
      { name: 'swipe', arguments: { start: [1, 2], end: { x: 300, y: 4 } } },
      { type: 'swipe', direction: 'right' },
    ],
    [{ action: { action_type: 'type', text: 'x' } }, { type: 'type', text: 'x' }],
    ['{"action": "Click(10, 20)"}', { type: 'tap', ...at(10, 20) }],
    [
      { action_type: 'open_app', app_name: 'Maps' },
      { type: 'open_app', app: 'Maps' },
    ],
    [
      { action_type: 'system_button', button: 'Back' },
      { type: 'key', key: 'BACK' },
    ],
    ['constructor(1, 2)', { type: 'foreign', native: { name: 'constructor' } }],
  ])('reads %j', (given, expected) => {
    const read = readLensAction(given, READING);
    expect(read instanceof NoLensAction ? read : read.action).toMatchObject(expected);
  });

  it.each([
    '',
    'Click(10, 20',
    'Click(10, 20) Click(3, 4)',
    'Type(a) Type(b)',
    'Type(a); press_back()',
    'Type(a))\nand then (b)',
    'Type(a',
    "Type('a",
    'Click(1, 2))',
    'Click()',
    'toString',
    '{"a": 1',
    'Swipe(1, 2)',
    'Click(a, b)',
  ])('says why %j is no action', (given) => {
    expect(readLensAction(given, READING)).toBeInstanceOf(NoLensAction);
  });

  it('never fails on any input, and is in time', () => {
    const hostile = [
      '(',
      '((((',
      "Type('",
      'Click(' + '('.repeat(100_000),
      `Type(${"'".repeat(100_000)})`,
      '<|box_start|>'.repeat(20_000),
    ];
    for (const text of hostile) expect(() => readLensPrediction(text, READING)).not.toThrow();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.jsonValue()), (given) => {
        expect(() => readLensPrediction(given, READING)).not.toThrow();
      }),
    );
  });

  it('keeps areas and the path that an action names', () => {
    expect(
      readLensAction({ action: 'Click(10, 20)', bbox: [30, 40, 5, 6], path_id: 2 }, READING),
    ).toMatchObject({
      boxes: [[5, 6, 30, 40]],
      path: '2',
    });
  });
});

describe('readBoxes', () => {
  it.each<[unknown, Partial<LensReading>, unknown]>([
    [
      [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
      {},
      [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
    ],
    ['[1, 2, 3, 4]', {}, [[1, 2, 3, 4]]],
    [{ x1: 1, y1: 2, x2: 3, y2: 4 }, {}, [[1, 2, 3, 4]]],
    [[0.1, 0.2, 0.5, 0.25], { boxSpace: 'unit' }, [[100, 400, 500, 500]]],
    [[1, 2, 3, 4], { boxOrder: 'xywh' }, [[1, 2, 4, 6]]],
    [[1, 2, 3, 4], { boxOrder: 'yxhw' }, [[2, 1, 6, 4]]],
    [null, {}, []],
    [[1, 2, 3], {}, []],
  ])('reads %j with %j', (given, changes, expected) => {
    expect(readBoxes(given, { ...READING, ...changes })).toEqual(expected);
  });
});

describe('readLensPrediction', () => {
  it('takes what follows the last Action: of an answer', () => {
    const answer = "Thought: Action: is a word.\nAction: click(start_box='<|box_start|>(10,20)<|box_end|>')";
    expect(readLensPrediction(answer, READING)).toMatchObject({ type: 'tap' });
  });

  it.each([
    ['', 'empty_output'],
    [null, 'empty_output'],
    ['I would tap', 'malformed_action'],
    ['Fly(1, 2)', 'unknown_action'],
  ])('says what is wrong with %j', (given, kind) => {
    expect(readLensPrediction(given, READING)).toMatchObject({ kind });
  });
});
