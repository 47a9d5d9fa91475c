import { describe, expect, it } from 'vitest';
import { FRAME, frameGroups, framesOf } from './shell-frames.js';

describe('frameGroups', () => {
  it.each([1, 94, 95, 96, 95 * 4, 95 * 4 + 1, 5000])(
    'cuts %i bytes into the frames that framesOf makes, and copies none of them',
    (length) => {
      const data = Uint8Array.from({ length }, (_, index) => index % 251);
      const groups = [...frameGroups(FRAME.stdout, data, { largest: 100, count: 4 })];
      expect(Buffer.concat(groups.flat()).equals(framesOf(FRAME.stdout, data, 100))).toBe(true);
      for (const group of groups) {
        expect(group.length).toBeLessThanOrEqual(8);
        for (const [index, piece] of group.entries()) {
          if (index % 2 === 1) expect(piece.buffer).toBe(data.buffer);
        }
      }
    },
  );
});
