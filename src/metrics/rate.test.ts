import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutcomeSchema, type Outcome } from '../domain/episode.js';
import { meanCompletion } from './mean-completion.js';
import { successRate } from './rate.js';
import { commonRepeats, passAtKOver, passHatKOver, repeatedTasks } from './repeats.js';
import type { ResultRow } from './result-row.js';

function row(
  item: string,
  outcome: Outcome,
  options: { repeat?: number; completion?: number | null } = {},
): ResultRow {
  const completion = options.completion === undefined ? Number(outcome === 'passed') : options.completion;
  return { key: { item, repeat: options.repeat ?? 0 }, outcome, completion, steps: 3 };
}

/** Rows of a few tasks, each with up to a few repeats, in any order. */
const anyRows = fc
  .array(
    fc.record({
      task: fc.integer({ min: 0, max: 6 }),
      outcome: fc.constantFrom(...OutcomeSchema.options),
      completion: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    }),
    { maxLength: 40 },
  )
  .map((rows) =>
    rows.map(({ task, outcome, completion }, repeat) => row(`task${task}`, outcome, { repeat, completion })),
  );

describe('successRate', () => {
  it('leaves voided items out of n, lists them by outcome, and shows them in the bounds', () => {
    const rate = successRate([
      row('a', 'passed'),
      row('b', 'failed'),
      row('c', 'agent_error'),
      row('d', 'model_error'),
      row('e', 'invalid_task'),
      row('f', 'not_run'),
    ]);
    expect(rate).toMatchObject({ successes: 1, n: 3, tasks: 3, value: 1 / 3, method: 'clopper_pearson' });
    expect(rate.items).toEqual(['a#0', 'b#0', 'c#0']);
    expect(rate.voided).toEqual([
      { outcome: 'invalid_task', items: ['e#0'] },
      { outcome: 'model_error', items: ['d#0'] },
    ]);
    expect(rate.notRun).toEqual(['f#0']);
    // Two voided and one never run are as unknown as each other.
    expect(rate.bounds).toEqual({ low: 1 / 6, high: 4 / 6 });
  });

  it('can count every planned item, the unknown ones as failures', () => {
    const rows = [row('a', 'passed'), row('b', 'model_error'), row('c', 'not_run')];
    expect(successRate(rows, { denominator: 'planned' })).toMatchObject({
      value: 1 / 3,
      n: 3,
      bounds: { low: 1 / 3, high: 1 },
    });
  });

  it('counts repeats for what they are worth, between as many as the tasks and as many as the tries', () => {
    const rows = ['a', 'b', 'c'].flatMap((task, index) =>
      [0, 1, 2, 3].map((repeat) => row(task, repeat < index + 1 ? 'passed' : 'failed', { repeat })),
    );
    const rate = successRate(rows);
    expect(rate).toMatchObject({ n: 12, tasks: 3, value: 0.5, method: 'effective_items' });
    // Tasks of 1/4, 2/4 and 3/4 vary half as much as ones that always come out alike: 3 tasks are worth 6 tries, 3 passed.
    expect(rate.interval?.low).toBeCloseTo(0.118117, 6);
    expect(rate.interval?.high).toBeCloseTo(0.881883, 6);
  });

  it('does not claim certainty when every repeat of every task passed', () => {
    const rows = ['a', 'b', 'c'].flatMap((task) => [0, 1].map((repeat) => row(task, 'passed', { repeat })));
    const { interval, method } = successRate(rows);
    expect(method).toBe('clopper_pearson_over_tasks');
    // 0.025 to the power of 1/3: three tasks, not six tries.
    expect(interval?.low).toBeCloseTo(Math.cbrt(0.025), 12);
    expect(interval?.high).toBe(1);
  });

  it('gives no interval from repeats of a single task, and nothing from no items', () => {
    expect(successRate([row('a', 'passed'), row('a', 'failed', { repeat: 1 })])).toMatchObject({
      value: 0.5,
      interval: null,
      method: null,
    });
    expect(successRate([row('a', 'not_run')])).toMatchObject({
      value: null,
      n: 0,
      interval: null,
      bounds: { low: 0, high: 1 },
    });
  });
});

describe.each([
  ['successRate', successRate],
  ['meanCompletion', meanCompletion],
])('%s', (_, measure) => {
  it('lies within its interval and its bounds, all within 0-1', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { value, interval, bounds } = measure(rows);
        for (const range of [interval, bounds]) {
          if (range === null) continue;
          expect(range.low).toBeGreaterThanOrEqual(0);
          expect(range.high).toBeLessThanOrEqual(1);
          if (value === null) continue;
          expect(range.low).toBeLessThanOrEqual(value);
          expect(range.high).toBeGreaterThanOrEqual(value);
        }
      }),
    );
  });

  it('does not depend on the order of the rows', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        expect(measure([...rows].reverse())).toEqual(measure(rows));
      }),
    );
  });
});

describe('meanCompletion', () => {
  it('leaves out what could not be measured, and says so in the bounds', () => {
    const rows = [row('a', 'failed', { completion: 0.5 }), row('b', 'failed', { completion: null })];
    expect(meanCompletion(rows)).toMatchObject({
      value: 0.5,
      n: 1,
      unmeasured: ['b#0'],
      bounds: { low: 0.25, high: 0.75 },
    });
  });
});

describe('pass@k and pass^k over tasks', () => {
  const rows = [
    ...[0, 1, 2].map((repeat) => row('a', 'passed', { repeat })),
    row('b', 'passed', { repeat: 0 }),
    row('b', 'failed', { repeat: 1 }),
    row('b', 'agent_error', { repeat: 2 }),
    row('c', 'passed', { repeat: 0 }),
    row('c', 'model_error', { repeat: 1 }),
  ];

  it('are about as many repeats as almost all tasks have, not as the luckiest one has', () => {
    const tenRepeats = (task: string, voided: number): ResultRow[] =>
      Array.from({ length: 10 }, (_, repeat) =>
        row(task, repeat < voided ? 'model_error' : 'passed', { repeat }),
      );
    const names = Array.from({ length: 44 }, (_, index) => `t${index}`);
    const oneWhole = names.flatMap((task, index) => tenRepeats(task, index === 0 ? 0 : 1));
    const oneShort = names.flatMap((task, index) => tenRepeats(task, index === 0 ? 9 : 0));
    expect(commonRepeats(repeatedTasks(oneWhole))).toBe(9);
    expect(commonRepeats(repeatedTasks(oneShort))).toBe(10);
    expect(passHatKOver(repeatedTasks(oneShort), 10)).toMatchObject({ tasks: 43, tooFew: ['t0'] });
    expect(commonRepeats(repeatedTasks([...tenRepeats('a', 10), ...tenRepeats('b', 7)]))).toBe(3);
    // Nine tasks in ten are enough, fewer are not.
    const ten = names.slice(0, 10);
    expect(
      commonRepeats(repeatedTasks(ten.flatMap((task, index) => tenRepeats(task, index < 1 ? 4 : 0)))),
    ).toBe(10);
    expect(
      commonRepeats(repeatedTasks(ten.flatMap((task, index) => tenRepeats(task, index < 2 ? 4 : 0)))),
    ).toBe(6);
    // Of three to nine tasks one may, of two none.
    const some = (count: number): number =>
      commonRepeats(
        repeatedTasks(names.slice(0, count).flatMap((task, index) => tenRepeats(task, index < 1 ? 4 : 0))),
      );
    expect([some(2), some(3), some(9)]).toEqual([6, 10, 10]);
    expect(commonRepeats([])).toBe(0);
  });

  it('average over the tasks with enough judged repeats', () => {
    const tasks = repeatedTasks(rows);
    expect(passAtKOver(tasks, 3)).toMatchObject({ value: 1, tasks: 2, tooFew: ['c'] });
    expect(passHatKOver(tasks, 3)).toMatchObject({ value: 0.5, tasks: 2, tooFew: ['c'] });
    expect(passHatKOver(tasks, 2).value).toBeCloseTo(0.5, 12);
    expect(passAtKOver(tasks, 2).value).toBeCloseTo((1 + 2 / 3) / 2, 12);
  });

  it('take voided repeats as failed at worst and as passed at best', () => {
    const tasks = repeatedTasks(rows);
    // a: 3 of 3 passed; b: 1 of 3; c: 1 passed and 1 voided, so 1 or 2 of 2.
    expect(passAtKOver(tasks, 1)).toMatchObject({
      value: 7 / 9,
      bounds: { low: 11 / 18, high: 7 / 9 },
    });
    const failing = [row('d', 'failed'), row('d', 'bug', { repeat: 1 }), row('d', 'bug', { repeat: 2 })];
    expect(passHatKOver(repeatedTasks(failing), 1).bounds).toEqual({ low: 0, high: 2 / 3 });
    // Too few judged for k: anything may be.
    expect(passHatKOver(repeatedTasks(failing), 2)).toMatchObject({
      value: null,
      tooFew: ['d'],
      bounds: { low: 0, high: 1 },
    });
    expect(passHatKOver([], 1)).toMatchObject({ value: null, bounds: null, items: [] });
  });

  it('name the tasks and the judged repeats behind them in order, and count what is unknown of each', () => {
    const shuffled = [
      row('b', 'bug', { repeat: 3 }),
      row('b', 'passed', { repeat: 2 }),
      row('a', 'failed', { repeat: 1 }),
      row('b', 'agent_error', { repeat: 0 }),
      row('a', 'not_run', { repeat: 0 }),
      row('z', 'not_run'),
    ];
    expect(repeatedTasks(shuffled)).toEqual([
      { task: 'a', judged: 1, successes: 0, unknown: 1, items: ['a#1'] },
      { task: 'b', judged: 2, successes: 1, unknown: 1, items: ['b#0', 'b#2'] },
      { task: 'z', judged: 0, successes: 0, unknown: 1, items: [] },
    ]);
    expect(passAtKOver(repeatedTasks(shuffled).reverse(), 1).items).toEqual(['a#1', 'b#0', 'b#2']);
  });

  it('keep their order, their bounds and their independence of the rows’ order', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 1, max: 6 }), (any, k) => {
        const [at, hat] = [passAtKOver(repeatedTasks(any), k), passHatKOver(repeatedTasks(any), k)];
        expect(passAtKOver(repeatedTasks([...any].reverse()), k)).toEqual(at);
        if (at.value === null || hat.value === null) return;
        expect(hat.value).toBeLessThanOrEqual(at.value + 1e-12);
        for (const { value, bounds } of [at, hat]) {
          expect(bounds?.low).toBeLessThanOrEqual((value ?? 0) + 1e-12);
          expect(bounds?.high).toBeGreaterThanOrEqual((value ?? 1) - 1e-12);
        }
      }),
    );
  });
});
