import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../domain/action.js';
import { pixelPoint, resolvePoint } from '../../../domain/geometry.js';
import type { ParseResult } from '../../../models/dialects/dialect.js';
import type { CoordinateRule } from '../../../models/dialects/reading/resolve-position.js';
import { readOften } from '../../../testing/read-often.js';
import { printProBenchCall } from './probench-call.js';
import { proBenchCallReader, proBenchListReader, proBenchUiTarsReader } from './probench-readers.js';
import { readProBenchCall, readProBenchTaggedCall } from './read-call.js';
import { readProBenchList } from './read-list.js';
import { readProBenchUiTars } from './read-ui-tars.js';

const SCREEN = { width: 1000, height: 2000 };
const PERMILLE: CoordinateRule = { space: 'norm', span: 1000 };
const at = (x: number, y: number) => resolvePoint(pixelPoint(x, y), SCREEN);

const READERS = { proBenchCallReader, proBenchListReader, proBenchUiTarsReader };

function read(
  reader: keyof typeof READERS,
  answer: string,
  scroll: 'content' | 'finger' = 'content',
  variant = 'probench',
): ParseResult {
  const context = { profile: 'reference:probench', screen: SCREEN } as const;
  return READERS[reader](answer, context, { variant, coordinates: PERMILLE, scroll });
}

function actionIn(result: ParseResult): Action | null {
  return result.type === 'actions' ? result.actions[0] : null;
}

describe('readProBenchCall', () => {
  it.each([
    ['Action: Click(1,2)\nAction: Click(3,4)', 'Click(3, 4)'],
    ['Action: Click(9.9, 3) because', 'Click(9, 3)'],
    ['Action: Type(“你好”)', 'Type(你好)'],
    ['Action: Type(a) b)\nnext)', 'Type(a) b)'],
    ['Action: Type()', null],
    ['Action: Back(now)', null],
    ['Action: Click(1,2,3)', null],
    ['Action: Click(1,two)', null],
  ])('reads %j as %s', (answer, expected) => {
    const call = readProBenchCall(answer);
    expect(call === null ? null : printProBenchCall(call)).toBe(expected);
  });
});

describe('readProBenchTaggedCall', () => {
  it('reads the last answer that is closed', () => {
    const call = readProBenchTaggedCall('<answer>Back()</answer> no: <ANSWER>Enter()</ANSWER>');
    expect(call).toEqual({ name: 'Enter' });
  });
});

describe('readProBenchList', () => {
  it.each([
    ["[{'action': 'click', 'coordinate': [1.6, 2.2]}]", 'Click(2, 2)'],
    ["'action': 'click', 'point': [7, 8]", 'Click(7, 8)'],
    ["{'action': 'type', 'input_text': 'it's here'}", "Type(it's here)"],
    ["{'action': 'scroll', 'input_text': 'UP'}", 'Scroll(up)'],
    ["{'action': 'scroll', 'input_text': 'away'}", null],
    ["{'action': 'type', 'input_text': 'no input text'}", null],
    ["{'action': 'click', 'point': ['1', '2']}", null],
    ['[]', null],
    ['[3]', null],
  ])('reads %j as %s', (content, expected) => {
    const call = readProBenchList(`<answer>${content}</answer>`);
    expect(call === null ? null : printProBenchCall(call)).toBe(expected);
  });
});

describe('readProBenchUiTars', () => {
  it.each([
    ["Action: click('<point>1 2</point>')", 'Click(1, 2)'],
    ["Action: drag(start_box='(1,2)', end_box='(3,4)')", 'Swipe(1, 2, 3, 4)'],
    ["Action: drag(start_box='(1,2)')", null],
    ["Action: finished(content='done')", 'Complete()'],
    ["Action: type(content='')", null],
    ['no label', null],
    ['Action: click(', null],
  ])('reads %j as %s', (answer, expected) => {
    const call = readProBenchUiTars(answer);
    expect(call === null ? null : printProBenchCall(call)).toBe(expected);
  });
});

describe('the readers of ProBench', () => {
  it('clip positions to whole pixels of the screen, and say so', () => {
    const edge = read('proBenchCallReader', 'Action: Click(1000, 0.5)');
    expect(edge).toMatchObject({ warnings: [], summary: 'Click(1000, 0)' });
    expect(actionIn(edge)).toMatchObject({ target: { point: at(999, 0) } });
    const outside = read('proBenchCallReader', 'Action: Click(1200, 500)');
    expect(outside).toMatchObject({ warnings: ['out_of_bounds'] });
    expect(actionIn(outside)).toMatchObject({ target: { point: at(999, 1000) } });
  });

  it('swipe over 40 % of the screen for a scroll, against the word unless it is the finger that it means', () => {
    const answer = "<answer>[{'action': 'scroll', 'input_text': 'down'}]</answer>";
    expect(actionIn(read('proBenchListReader', answer))).toMatchObject({
      direction: 'up',
      from: at(500, 1400),
      to: at(500, 600),
    });
    expect(actionIn(read('proBenchListReader', answer, 'finger'))).toMatchObject({
      direction: 'down',
      from: at(500, 600),
      to: at(500, 1400),
    });
    const sideways = answer.replace('down', 'left');
    expect(actionIn(read('proBenchListReader', sideways))).toMatchObject({
      direction: 'right',
      to: at(700, 1000),
    });
  });

  it.each([
    ['Back()', { type: 'key', key: 'BACK' }],
    ['Enter()', { type: 'key', key: 'ENTER' }],
    ['Wait()', { type: 'wait', durationMs: 5000 }],
    ['Complete()', { type: 'stop', status: 'success' }],
    ['Type(a)', { type: 'type', text: 'a' }],
    ['Swipe(0, 0, 0, 100)', { type: 'swipe', direction: 'down', from: at(0, 0), to: at(0, 200) }],
  ])('carry %s out', (call, action) => {
    expect(actionIn(read('proBenchCallReader', `Action: ${call}`))).toMatchObject(action);
    const tagged = (answer: string) => read('proBenchCallReader', answer, 'content', 'probench_tagged');
    expect(actionIn(tagged(`<answer>${call}</answer>`))).toMatchObject(action);
    expect(actionIn(tagged(`Action: ${call}`))).toBeNull();
    expect(actionIn(read('proBenchCallReader', `<answer>${call}</answer>`))).toBeNull();
  });

  it('take nothing from what the model thinks', () => {
    expect(read('proBenchCallReader', '<think>Action: Back()</think>')).toMatchObject({
      type: 'format_error',
      thought: 'Action: Back()',
    });
    const unclosed = read(
      'proBenchCallReader',
      '<think>so <answer>Back()</answer>',
      'content',
      'probench_tagged',
    );
    expect(unclosed).toMatchObject({ thought: 'so', actions: [{ key: 'BACK' }] });
  });

  it('need the size of the screen for a position', () => {
    const context = { profile: 'reference:probench', screen: null } as const;
    const dialect = { variant: null, coordinates: PERMILLE, scroll: null };
    expect(proBenchCallReader('Action: Click(1,2)', context, dialect)).toMatchObject({
      error: { kind: 'invalid_argument' },
    });
  });

  it.each(Object.keys(READERS))('never throw on any text: %s', (name) => {
    const piece = fc.constantFrom(
      'Action:',
      '<answer>',
      '</answer>',
      '<think>',
      'Click(',
      "[{'action': 'click'",
      ')',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (pieces) => {
        // The name is a key of READERS.
        expect(read(name as keyof typeof READERS, pieces.join('')).type).toMatch(/actions|format_error/);
      }),
    );
  });

  it.each(["<answer>'action': '", '<answer>[', "'input_text': '", 'Action: click(', 'point: [1, '])(
    'take time linear in the length of an answer full of %j',
    (piece) => {
      const text = `${piece.repeat(Math.floor(199_000 / piece.length))}</answer>`;
      for (const name of ['proBenchCallReader', 'proBenchListReader', 'proBenchUiTarsReader'] as const) {
        expect(readOften(() => read(name, text).type)).toMatch(/actions|format_error/);
      }
    },
  );
});
