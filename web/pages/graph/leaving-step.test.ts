import { describe, expect, it } from 'vitest';
import { leavingStep, OFF_MAP } from './leaving-step.js';

describe('leavingStep', () => {
  it.each([
    ['the route itself', [0, 1, 2], { type: 'follows' }],
    ['less of it', [0, 1], { type: 'follows' }],
    ['steps that stay', [0, 0, 1, 1, 2], { type: 'follows' }],
    ['another way from the first step', [0, 5, 1], { type: 'leaves', step: 1 }],
    ['another start', [7, 1], { type: 'leaves', step: 0 }],
    ['a step back', [0, 1, 0], { type: 'leaves', step: 2 }],
    ['more than the route', [0, 1, 2, 3], { type: 'leaves', step: 3 }],
    ['steps that nobody knows', [0, null, 1], { type: 'follows' }],
    ['a screen that the map does not have', [0, OFF_MAP, 1], { type: 'leaves', step: 1 }],
    ['no step that anybody knows', [null, null], { type: 'unknown' }],
    ['screens of another map', [OFF_MAP, null, OFF_MAP], { type: 'unknown' }],
  ] as const)('is told for %s', (_, states, expected) => {
    expect(leavingStep(states, [0, 1, 2])).toEqual(expected);
  });
});
