import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pictureSize } from './picture-size.js';

const u16 = (value: number): number[] => [value >> 8, value & 0xff];
const u32 = (value: number): number[] => [...u16(Math.floor(value / 0x10000)), ...u16(value % 0x10000)];

function png(width: number, height: number): number[] {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return [...signature, ...u32(13), ...new TextEncoder().encode('IHDR'), ...u32(width), ...u32(height), 8, 2];
}

function segment(marker: number, body: readonly number[]): number[] {
  return [0xff, marker, ...u16(body.length + 2), ...body];
}

function jpeg(width: number, height: number, frame = 0xc0, before: readonly number[] = []): number[] {
  return [0xff, 0xd8, ...before, ...segment(frame, [8, ...u16(height), ...u16(width), 3])];
}

const sizeOf = (bytes: readonly number[]) => pictureSize(Uint8Array.from(bytes));

describe('pictureSize', () => {
  it('reads what PNG and JPEG headers say', () => {
    const side = fc.integer({ min: 1, max: 0xffff });
    fc.assert(
      fc.property(side, side, fc.constantFrom(0xc0, 0xc1, 0xc2, 0xcf), (width, height, frame) => {
        expect(sizeOf(png(width, height))).toEqual({ width, height });
        // A thumbnail's frame header inside a segment is not that of the picture.
        const before = [...segment(0xe1, jpeg(1, 1)), 0xff, ...segment(0xc4, [0, 0]), 0xff, 0x01];
        expect(sizeOf(jpeg(width, height, frame, before))).toEqual({ width, height });
      }),
    );
  });

  it('reads a part of a larger buffer', () => {
    const bytes = Uint8Array.from([1, 2, 3, ...png(720, 1280)]).subarray(3);
    expect(pictureSize(bytes)).toEqual({ width: 720, height: 1280 });
  });

  it.each<[string, number[]]>([
    ['nothing', []],
    ['another format', [...new TextEncoder().encode('RIFF....WEBPVP8 ')]],
    ['a PNG cut off in its header', png(4, 4).slice(0, 20)],
    ['a PNG of no width', png(0, 4)],
    ['a JPEG cut off in its frame header', jpeg(4, 4).slice(0, 8)],
    ['a JPEG of no height', jpeg(4, 0)],
    ['a JPEG whose scan comes before a frame', jpeg(4, 4, 0xc0, segment(0xda, []))],
    ['a JPEG segment shorter than its own length', jpeg(4, 4, 0xc0, [0xff, 0xe0, 0, 0])],
    ['a JPEG segment that leads out of the file', jpeg(4, 4, 0xc0, [0xff, 0xe0, 0xff, 0xff])],
  ])('knows no size of %s', (_, bytes) => {
    expect(sizeOf(bytes)).toBe(null);
  });

  it('gives a size or null for any bytes', () => {
    const start = fc.constantFrom(png(9, 9), jpeg(9, 9), [0xff, 0xd8], [0xff, 0xd8, 0xff]);
    fc.assert(
      fc.property(start, fc.nat(30), fc.uint8Array({ maxLength: 80 }), (begin, cut, rest) => {
        const size = sizeOf([...begin.slice(0, cut), ...rest]);
        if (size !== null) expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
      }),
    );
  });
});
