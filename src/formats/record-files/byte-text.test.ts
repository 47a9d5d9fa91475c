import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteText } from './byte-text.js';

describe('byteText', () => {
  it('has the bytes of UTF-8 for characters, however long the text is', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme', minLength: 4000, maxLength: 5000 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(Buffer.from(byteText(text), 'latin1').equals(Buffer.from(text))).toBe(true);
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});
