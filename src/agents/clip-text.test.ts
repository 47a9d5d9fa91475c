import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipText } from './clip-text.js';

describe('clipText', () => {
  it('keeps what fits, and the beginning of what does not', () => {
    expect(clipText('short', 7)).toBe('short');
    expect(clipText('short', 6)).toBe('shor');
    expect(clipText('\u0000\u0000', 9)).toBe('\u0000');
    expect(clipText('a😀', 6)).toBe('a');
  });

  it('never takes more bytes of JSON than it may', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.integer({ min: 2, max: 300 }),
        (text, most) => {
          const clipped = clipText(text, most);
          expect(text.startsWith(clipped)).toBe(true);
          expect(Buffer.byteLength(JSON.stringify(clipped))).toBeLessThanOrEqual(most);
        },
      ),
    );
  });
});
