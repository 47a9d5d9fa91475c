import { expect, it } from 'vitest';
import { keptLayout } from './kept-layout.js';
import { mapLayout } from './map-layout.js';

it('leaves nodes where they stood, and puts new ones beside what leads to them', () => {
  const targets = [[1, 2], [3], [], [], []];
  const laidOut = mapLayout(targets, 0);
  const moved = { x: 100, y: -50 };
  const kept = keptLayout(laidOut, targets, (node) =>
    node < 2 ? (node === 1 ? moved : laidOut[node]) : undefined,
  );
  expect(kept.slice(0, 3)).toEqual([laidOut[0], moved, laidOut[2]]);
  const [, one, , three] = laidOut;
  expect(kept[3]?.x).toBeCloseTo(100 + (three?.x ?? 0) - (one?.x ?? 0));
  expect(kept[3]?.y).toBeCloseTo(-50 + (three?.y ?? 0) - (one?.y ?? 0));
  // Nothing leads to it.
  expect(kept[4]).toEqual(laidOut[4]);
  expect(keptLayout(laidOut, targets, () => undefined)).toEqual(laidOut);
});
