import { describe, expect, it } from 'vitest';
import type { Capture, WorldStep } from '../material/material.js';
import { atLeast, dispersedStates } from './dispersion.js';

const SIZE = { width: 100, height: 100 };
const CAPTURE: Capture = {
  size: SIZE,
  activity: null,
  picture: null,
  hierarchy: null,
  pictureContent: null,
  hierarchyContent: null,
};

/** Steps by one swipe from looks 0 and 1 of state 0 to the states given. */
function dispersedOf(targets: readonly (readonly [from: number, to: number])[]) {
  const captures = Array.from({ length: 6 }, () => CAPTURE);
  const steps = targets.map(([from, to]): WorldStep => ({
    from,
    to,
    actions: [{ type: 'swipe', direction: 'up' }],
  }));
  return dispersedStates({ steps, captures }, { of: [0, 1, 2, 3, 4, 5] }, [0, 0, 1, 2, 3, 4]);
}

describe('dispersedStates', () => {
  it('finds a state whose looks lead to different states, and how to part it', () => {
    const [found, ...others] = dispersedOf([
      [0, 2],
      [0, 2],
      [1, 3],
      [1, 3],
    ]);
    expect(others).toEqual([]);
    expect(found?.groups).toEqual([[0], [1]]);
  });

  it('takes one stray outcome among many for chance', () => {
    const often = Array.from({ length: 30 }, () => [0, 2] as const);
    expect(dispersedOf([...often, [0, 3]])).toEqual([]);
  });
});

describe('atLeast', () => {
  it('is the tail of the binomial distribution', () => {
    expect(atLeast(0, 5, 0.3)).toBe(1);
    expect(atLeast(1, 2, 0.5)).toBeCloseTo(0.75, 12);
    expect(atLeast(3, 3, 0.01)).toBeCloseTo(1e-6, 12);
    expect(atLeast(40, 60, 0.01)).toBeGreaterThan(0);
  });
});
