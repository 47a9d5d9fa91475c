import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairId, type SphinxPair } from '../saved-runs/pair.js';
import { orderByApp } from './app-order.js';

const PAIRS: readonly SphinxPair[] = [
  { task: 1, app: 'notes' },
  { task: 1, app: 'clock' },
  { task: 2, app: 'mail' },
  { task: 3, app: 'notes' },
  { task: 4, app: 'clock' },
  { task: 5, app: 'notes' },
];

describe('orderByApp', () => {
  it('does all tasks of an app one after the other on one phone', () => {
    expect(orderByApp(PAIRS, 1).map(({ pair }) => pairId(pair))).toEqual([
      '1/notes',
      '3/notes',
      '5/notes',
      '1/clock',
      '4/clock',
      '2/mail',
    ]);
  });

  it('gives each app to the phone with the fewest tasks, and lets phones take turns', () => {
    expect(orderByApp(PAIRS, 2).map(({ pair, lane }) => `${lane} ${pairId(pair)}`)).toEqual([
      '0 1/notes',
      '1 1/clock',
      '0 3/notes',
      '1 4/clock',
      '0 5/notes',
      '1 2/mail',
    ]);
  });

  it('loses no pair, and keeps every app on one phone in the order of its tasks', () => {
    const pairs = fc.array(fc.record({ task: fc.nat(50), app: fc.constantFrom('a', 'b', 'c', 'd', 'e') }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 5 }), (given, phones) => {
        const placed = orderByApp(given, phones);
        for (const app of new Set(given.map((pair) => pair.app))) {
          const own = placed.filter(({ pair }) => pair.app === app);
          expect(new Set(own.map(({ lane }) => lane)).size).toBe(1);
          expect(own.map(({ pair }) => pair)).toEqual(given.filter((pair) => pair.app === app));
        }
        expect(placed.length).toBe(given.length);
      }),
    );
  });
});
