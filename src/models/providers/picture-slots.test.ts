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

  it.each([12_287, 12_288, 12_289, 36_864, 250_000])('writes a picture of %i bytes whole', (length) => {
    const picture = Uint8Array.from({ length: length + 3 }, (_, index) => (index * 7) % 251).subarray(3);
    const slots = new PictureSlots();
    const body = `{"url":"${slots.add(picture)}"}`;
    expect(Buffer.concat(slots.fill(body)).toString('utf8')).toBe(
      `{"url":"${Buffer.from(picture).toString('base64')}"}`,
    );
  });

  it('leaves a body without pictures as it is', () => {
    expect(Buffer.concat(new PictureSlots().fill('{"text":"中"}')).toString('utf8')).toBe('{"text":"中"}');
  });
});
