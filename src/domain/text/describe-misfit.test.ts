import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeMisfit } from './describe-misfit.js';

const Schema = z.object({
  gt: z.string(),
  more: z.object({ step: z.int().max(9), box: z.array(z.number()).nullable() }),
});
const FITTING = { gt: 'x', more: { step: 1, box: null } };

describe('describeMisfit', () => {
  it.each([
    [3, 'it must be an object'],
    [[], 'it must be an object'],
    [{}, 'it has no gt'],
    [{ ...FITTING, gt: 4 }, 'its gt must be text'],
    [{ gt: 'x' }, 'it has no more'],
    [{ gt: 'x', more: { box: null } }, 'it has no more.step'],
    [{ gt: 'x', more: { step: 1.5, box: null } }, 'its more.step must be a whole number'],
    [{ gt: 'x', more: { step: 10, box: null } }, 'its more.step must be 9 or less'],
    [{ gt: 'x', more: { step: 1, box: 'none' } }, 'its more.box must be a list'],
    [{ gt: 'x', more: { step: 1, box: [1, 'a'] } }, 'its more.box[1] must be a number'],
  ])('says of %j that %s', (value, words) => {
    const { error } = Schema.safeParse(value);
    if (error === undefined) throw new Error('it fits');
    expect(describeMisfit(value, error)).toBe(words);
  });

  it('takes the alternative of a union that came furthest', () => {
    const Union = z.union([z.string(), z.object({ a: z.object({ b: z.number() }) })]);
    const value = { a: { b: 'c' } };
    const { error } = Union.safeParse(value);
    if (error === undefined) throw new Error('it fits');
    expect(describeMisfit(value, error)).toBe('its a.b must be a number');
  });
});
