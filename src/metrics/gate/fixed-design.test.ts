import { describe, expect, it } from 'vitest';
import { fixedDesign } from './fixed-design.js';

describe('fixedDesign', () => {
  // From sums of binomial chances, by another program.
  it.each([
    [0.3, 164],
    [0.6, 214],
    [0.9, 109],
  ])('needs at %f the episodes of the exact test', (limit, episodes) => {
    expect(fixedDesign(limit)).toBe(episodes);
  });
});
