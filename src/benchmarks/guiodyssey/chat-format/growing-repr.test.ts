import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pythonRepr } from '../../../domain/text/python-repr.js';
import { GrowingRepr } from './growing-repr.js';

describe('GrowingRepr', () => {
  it('is the same whether a list grows or is there at once', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (list) => {
        const growing = new GrowingRepr();
        for (const text of list) growing.add(text);
        const json = `"[${Buffer.from(growing.inner).toString()}]"`;
        expect(json).toBe(JSON.stringify(pythonRepr(list)));
      }),
    );
  });
});
