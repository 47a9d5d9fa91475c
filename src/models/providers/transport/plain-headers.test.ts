import { describe, expect, it } from 'vitest';
import { plainHeaders } from './plain-headers.js';

describe('plainHeaders', () => {
  it.each([
    [{ 'X-Key': 'a', accept: 'b' }],
    [new Headers({ 'X-Key': 'a', accept: 'b' })],
    [
      [
        ['X-Key', 'a'],
        ['accept', 'b'],
      ] as [string, string][],
    ],
  ])('gives an object of lower-case names from every form', (headers) => {
    expect(plainHeaders(headers)).toEqual({ 'x-key': 'a', accept: 'b' });
  });

  it('gives nothing for nothing', () => {
    expect(plainHeaders(undefined)).toEqual({});
  });
});
