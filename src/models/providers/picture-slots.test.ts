import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PictureSlots } from './picture-slots.js';

describe('PictureSlots', () => {
  it('writes the body that the pictures themselves would have given', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ text: fc.string({ unit: 'binary' }), picture: fc.uint8Array() }), {
          maxLength: 12,
        }),
        (parts) => {
          const slots = new PictureSlots();
          const body = JSON.stringify(
            parts.map(({ text, picture }) => ({ text, url: `data:image/png;base64,${slots.add(picture)}` })),
          );
          const expected = JSON.stringify(
            parts.map(({ text, picture }) => ({
              text,
              url: `data:image/png;base64,${Buffer.from(picture).toString('base64')}`,
            })),
          );
          expect(Buffer.concat(slots.fill(body)).toString('utf8')).toBe(
            Buffer.from(expected, 'utf8').toString('utf8'),
          );
        },
      ),
      { seed: 11 },
    );
  });
});
