import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OUTCOMES } from '../view/outcome-numbers.js';
import { EPISODE_SORTS, EVERYTHING, formatRoute, parseRoute, type Route } from './route.js';

const anyText = fc.string({ minLength: 1, unit: 'grapheme' });
const anyName = fc.oneof(fc.constant(null), anyText);

const anyRoute: fc.Arbitrary<Route> = fc.oneof(
  fc.constant<Route>({ page: 'overview' }),
  fc.constant<Route>({ page: 'compare' }),
  fc.record({
    page: fc.constant('episode' as const),
    run: anyText,
    item: anyText,
    repeat: fc.nat(1000),
    step: fc.nat(1000),
  }),
  fc.record({
    page: fc.constantFrom('tasks' as const, 'episodes' as const),
    query: fc.record({
      text: fc.string({ unit: 'grapheme' }),
      outcomes: fc.subarray([...OUTCOMES]),
      app: anyName,
      ability: anyName,
      run: anyName,
      reason: anyName,
      task: anyName,
      differs: fc.boolean(),
      cell: anyName,
      sort: fc.constantFrom(...EPISODE_SORTS),
      descending: fc.boolean(),
    }),
  }),
);

describe('routes', () => {
  it('come back from their links as they were', () => {
    fc.assert(
      fc.property(anyRoute, (route) => {
        expect(parseRoute(formatRoute(route))).toEqual(route);
      }),
    );
  });

  it('count steps from 1, as people do', () => {
    expect(formatRoute({ page: 'episode', run: 'r 1', item: 'a/b', repeat: 0, step: 2 })).toBe(
      '#/run/r%201/item/a%2Fb/step/3',
    );
    expect(parseRoute('#/run/r/item/i/repeat/4')).toEqual({
      page: 'episode',
      run: 'r',
      item: 'i',
      repeat: 4,
      step: 0,
    });
  });

  it('lead to the overview when they mean nothing', () => {
    for (const hash of ['', '#', '#/', '#/nowhere', '#/run/x', '#%E0%A4%A']) {
      expect(parseRoute(hash)).toEqual({ page: 'overview' });
    }
  });

  it('pass over what a query cannot mean', () => {
    expect(parseRoute('#/tasks?outcome=passed,solved&sort=luck&order=sideways')).toEqual({
      page: 'tasks',
      query: { ...EVERYTHING, outcomes: ['passed'] },
    });
  });
});
