import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxContains, type Box } from '../../domain/geometry.js';
import { separateBoxes, type TouchEdge } from './separate-boxes.js';

const SCREEN = { width: 100, height: 100 };

describe('separateBoxes', () => {
  it('leaves no pixel to two edges, keeps every touch in its own box, and stays on the screen', () => {
    const edge = fc
      .tuple(
        fc.nat(90),
        fc.nat(90),
        fc.integer({ min: 4, max: 40 }),
        fc.integer({ min: 4, max: 40 }),
        fc.nat(3),
      )
      .map(([left, top, width, height, to]): TouchEdge => {
        const box: Box = [left, top, left + width, top + height];
        const at = [Math.min(left + 2, 99), Math.min(top + 2, 99)] as const;
        return { to: `n${to}`, action: { type: 'click', box }, touches: [at] };
      });
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 8 }), (edges) => {
        const kept = separateBoxes(edges, SCREEN);
        const boxes = kept.map(({ action }) =>
          'box' in action ? (action.box ?? [0, 0, 0, 0]) : [0, 0, 0, 0],
        );
        for (const [index, { to, touches }] of kept.entries()) {
          const box = boxes[index] as Box;
          expect(box[2]).toBeLessThanOrEqual(SCREEN.width);
          for (const [x, y] of touches) expect(boxContains(box, x, y)).toBe(true);
          for (const [other, rival] of kept.entries()) {
            if (other === index || rival.to === to) continue;
            const [left, top, right, bottom] = boxes[other] as Box;
            expect(left <= box[2] && box[0] <= right && top <= box[3] && box[1] <= bottom).toBe(false);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
