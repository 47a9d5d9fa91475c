import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../errors.js';
import { canonicalJson, sha256 } from './canonical-json.js';

describe('canonicalJson', () => {
  it('keeps every value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(canonicalJson(plain))).toEqual(plain);
      }),
    );
  });

  it('does not depend on the order of entries', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        // Without a prototype, as the values fast-check makes.
        const turned: unknown = Object.assign(
          Object.create(null),
          Object.fromEntries(Object.entries(value).toReversed()),
        );
        expect(canonicalJson(turned)).toBe(canonicalJson(value));
      }),
    );
  });

  it('sorts keys, leaves out what is undefined and writes no spaces', () => {
    expect(canonicalJson({ b: [1, null, 'ä'], a: { z: 1e21, y: undefined } })).toBe(
      '{"a":{"z":1e+21},"b":[1,null,"ä"]}',
    );
  });

  it.each([
    ['NaN', { a: [Number.NaN] }, /a\.0 is NaN/],
    ['a function', { a: () => 1 }, /a is a function/],
    ['a large integer', 1n, /top is a bigint/],
  ])('refuses %s and says where it is', (_name, value, message) => {
    expect(() => canonicalJson(value)).toThrow(UserError);
    expect(() => canonicalJson(value)).toThrow(message);
  });

  it('refuses a cycle', () => {
    const value: Record<string, unknown> = {};
    value['self'] = value;
    expect(() => canonicalJson(value)).toThrow(/nested too deeply/);
  });
});

describe('sha256', () => {
  it('agrees with the published value of the empty text', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });
});
