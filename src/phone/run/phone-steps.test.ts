import { describe, expect, it } from 'vitest';
import { phoneSteps } from './phone-steps.js';

describe('phoneSteps', () => {
  it.each([
    [1, 30],
    [10, 30],
    [11, 33],
    [17, 51],
    [0, null],
    [undefined, null],
  ])('gives a task of %s steps %s', (optimalSteps, steps) => {
    expect(phoneSteps(optimalSteps === undefined ? {} : { optimalSteps })).toBe(steps);
  });
});
