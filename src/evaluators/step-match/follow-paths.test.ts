import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followPaths, unitePaths, type MatchedPath } from './follow-paths.js';
import { STEP_MATCHES, STEP_REASONS } from './step-verdict.js';

const yes = (path: string): MatchedPath => ({ path, match: STEP_MATCHES.match });
const no = (path: string): MatchedPath => ({ path, match: STEP_MATCHES.point });
const right = (steps: readonly (readonly MatchedPath[])[]): boolean[] =>
  followPaths(steps).map(({ match }) => match);

describe('followPaths', () => {
  it('keeps to the path that was taken', () => {
    expect(
      right([
        [yes('a'), no('b')],
        [no('a'), yes('b')],
      ]),
    ).toEqual([true, false]);
    expect(
      right([
        [no('a'), yes('b')],
        [no('a'), yes('b')],
      ]),
    ).toEqual([true, true]);
  });

  it('leaves both open where a step belongs to both, or to none', () => {
    expect(
      right([
        [yes('a'), yes('b')],
        [no('a'), yes('b')],
      ]),
    ).toEqual([true, true]);
    expect(
      right([
        [no('a'), no('b')],
        [no('a'), yes('b')],
      ]),
    ).toEqual([false, true]);
  });

  it('opens all again where the recorded screen is on none of the open ones', () => {
    expect(right([[no('a'), yes('b')], [yes('a')], [yes('a'), no('b')]])).toEqual([true, true, true]);
  });

  it('never finds more right than accepting every path does, and the same where there is one', () => {
    const judged = fc.array(
      fc.record({
        path: fc.constantFrom('a', 'b', 'c'),
        match: fc.constantFrom(...STEP_REASONS.map((r) => STEP_MATCHES[r])),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.array(judged), (steps) => {
        const united = unitePaths(steps);
        for (const [index, { match, typeMatch }] of followPaths(steps).entries()) {
          expect(Number(match)).toBeLessThanOrEqual(Number(united[index]?.match));
          expect(Number(typeMatch)).toBeLessThanOrEqual(Number(united[index]?.typeMatch));
        }
        const single = steps.map((step) => step.map((one) => ({ ...one, path: 'a' })));
        expect(followPaths(single)).toEqual(unitePaths(single));
      }),
    );
  });
});
