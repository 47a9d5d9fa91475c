import { describe, expect, it } from 'vitest';
import { readPythonLiteral, type PythonValue } from '../../../domain/text/python-literal.js';
import { CLICK_RADIUS, matchClick, pointOf } from './match-click.js';

function python(text: string): PythonValue {
  const read = readPythonLiteral(text);
  if (read === null) throw new Error(`${text} is no literal`);
  return read.value;
}

const matched = (expected: string, predicted: string, box: number[] | null = null): string =>
  matchClick(python(expected), python(predicted), box);

describe('matchClick', () => {
  it.each([
    ['(500, 500)', '(500, 500)', 'hit'],
    // 0.14 in a square of 0 to 1, in every direction.
    ['(500, 500)', '(640, 500)', 'hit'],
    ['(500, 500)', '(641, 500)', 'miss'],
    ['(500, 500)', '(360, 500)', 'hit'],
    ['(500, 500)', '(359, 500)', 'miss'],
    ['(500, 500)', '(500, 640)', 'hit'],
    ['(500, 500)', '(500, 641)', 'miss'],
    ['(500, 500)', '(598, 598)', 'hit'],
    ['(500, 500)', '(599, 599)', 'miss'],
    ['(500, 500)', '(402, 599)', 'hit'],
    ['(500, 500)', '(401, 599)', 'miss'],
  ])('goes by the distance where there is no box: %s and %s are a %s', (expected, predicted, verdict) => {
    expect(matched(expected, predicted)).toBe(verdict);
  });

  it('has both axes divided before they are subtracted, as floating point has it', () => {
    const away = (x: number): boolean => Math.abs(x / 1000 - 300 / 1000) <= CLICK_RADIUS;
    for (let x = 430; x <= 450; x += 1) {
      expect(matched('(300, 300)', `(${x}, 300)`)).toBe(away(x) ? 'hit' : 'miss');
    }
    expect(CLICK_RADIUS).toBe(0.14);
  });

  it.each([
    ['(100, 200)', 'hit'],
    ['(300, 400)', 'hit'],
    ['(99, 200)', 'miss'],
    ['(301, 400)', 'miss'],
    ['(100, 199)', 'miss'],
    ['(300, 401)', 'miss'],
  ])('counts the borders of the box as inside: %s is a %s', (predicted, verdict) => {
    expect(matched('(900, 900)', predicted, [100, 200, 300, 400])).toBe(verdict);
  });

  it('goes by the distance outside the box', () => {
    expect(matched('(500, 500)', '(520, 500)', [0, 0, 10, 10])).toBe('hit');
  });

  it.each([
    ['a box of three', '(1, 1)', '(1, 1)', [0, 0, 10]],
    ['a box of five', '(1, 1)', '(1, 1)', [0, 0, 10, 10, 10]],
    ['an empty box', '(1, 1)', '(1, 1)', []],
    ['no point where there is a box', '(1, 1)', '()', [0, 0, 10, 10]],
    ['one number within the box', '(1, 1)', '(5,)', [0, 0, 10, 10]],
    ['a recorded set', '{1, 2}', '(1, 1)', null],
    ['a predicted set', '(1, 1)', '{1, 2}', null],
    ['a number alone', '(1, 1)', '5', null],
    ['nothing', '(1, 1)', 'None', null],
    ['words', '(1, 1)', "'here'", null],
    ['a point of words', '(1, 1)', "('a', 'b')", null],
    ['points of points', '(1, 1)', '((1, 1), (2, 2))', null],
    ['three numbers for two', '(1, 1)', '(1, 1, 1)', null],
    ['two numbers for three', '(1, 1, 1)', '(1, 1)', null],
  ])('is invalid for %s', (_what, expected, predicted, box) => {
    expect(matched(expected, predicted, box)).toBe('invalid');
  });

  it('takes one number for both axes, as arrays do', () => {
    expect(matched('(500, 500)', '(500,)')).toBe('hit');
    expect(matched('(500, 700)', '(500,)')).toBe('miss');
    expect(matched('(500,)', '(500, 500)')).toBe('hit');
    expect(matched('(500,)', '(500, 700)')).toBe('miss');
    expect(matched('(500,)', '(500,)')).toBe('hit');
    expect(matched('(500, 500)', '(50,)', [0, 0, 10, 10])).toBe('miss');
    // No difference between no numbers.
    expect(matched('()', '(500,)')).toBe('hit');
    expect(matched('(500,)', '()')).toBe('hit');
  });
});

describe('pointOf', () => {
  it.each<[PythonValue, readonly number[] | null]>([
    [python('(1, 2)'), [1, 2]],
    [python('[1, 2]'), [1, 2]],
    [python('(1.5, -2)'), [1.5, -2]],
    [python('(True, False)'), [1, 0]],
    ['(3, 4)', [3, 4]],
    ['no point', null],
    ['7', null],
    ['{1}', null],
    [null, null],
    [7, null],
    [python('{1, 2}'), null],
    [python('(None,)'), null],
    [python('()'), []],
  ])('of %j is %j', (value, point) => {
    expect(pointOf(value)).toEqual(point);
  });
});
