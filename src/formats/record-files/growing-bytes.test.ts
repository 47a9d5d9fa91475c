import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteText } from './byte-text.js';
import { GrowingBytes } from './growing-bytes.js';

describe('GrowingBytes', () => {
  it('holds all that was added, in UTF-8, and starts anew when cleared', () => {
    const growing = new GrowingBytes();
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 3000 }), { maxLength: 5 }), (texts) => {
        growing.clear();
        for (const text of texts) growing.add(byteText(text));
        expect(Buffer.from(growing.bytes).equals(Buffer.from(texts.join('')))).toBe(true);
        expect(growing.length).toBe(growing.bytes.length);
      }),
      { seed: 5 },
    );
  });
});
