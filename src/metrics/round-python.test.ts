import { describe, expect, it } from 'vitest';
import { roundNumpy, roundPython } from './round-python.js';

describe('rounding to hundredths', () => {
  it('as Python does it takes the exact value of the double, and ties to even', () => {
    expect([0.125, 0.375, 2.5, 2.675, 1.005, 66.625, -0.125].map(roundPython)).toEqual([
      0.12, 0.38, 2.5, 2.67, 1, 66.62, -0.12,
    ]);
  });

  it('as NumPy does it multiplies first', () => {
    expect([2.675, 1.005, 0.125, 0.375].map(roundNumpy)).toEqual([2.68, 1, 0.12, 0.38]);
  });
});
