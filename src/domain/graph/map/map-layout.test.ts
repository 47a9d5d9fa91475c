import { array, assert, integer, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapLayout } from './map-layout.js';

const GRAPHS = integer({ min: 1, max: 60 }).chain((size) =>
  array(array(nat(size - 1), { maxLength: 5 }), { minLength: size, maxLength: size }),
);

describe('mapLayout', () => {
  it('puts the root in the middle, and each ring further out', () => {
    const [root, first, second, beyond, apart] = mapLayout([[1, 2], [3], [0], [], []], 0);
    expect(root).toEqual({ x: 0, y: 0 });
    const radius = (at: { x: number; y: number } | undefined): number => Math.hypot(at?.x ?? 0, at?.y ?? 0);
    expect(radius(first)).toBeCloseTo(1.6);
    expect(radius(second)).toBeCloseTo(1.6);
    expect(radius(beyond)).toBeCloseTo(3.2);
    expect(apart?.y).toBeGreaterThan(3.2);
  });

  it('gives every node a place of its own, the same each time', () => {
    assert(
      property(GRAPHS, (targets) => {
        const positions = mapLayout(targets, 0);
        expect(positions).toHaveLength(targets.length);
        expect(positions.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
        const places = new Set(positions.map(({ x, y }) => `${x.toFixed(6)} ${y.toFixed(6)}`));
        expect(places.size).toBe(targets.length);
        expect(mapLayout(targets, 0)).toEqual(positions);
      }),
    );
  });

  it('bears a root that is not there, and edges to nowhere', () => {
    expect(mapLayout([], 0)).toEqual([]);
    expect(mapLayout([[7], [-1]], 5)).toHaveLength(2);
  });
});
