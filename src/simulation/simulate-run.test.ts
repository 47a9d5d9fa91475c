import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bottleneckOf } from './bottleneck.js';
import { Quantiles } from './quantiles.js';
import { simulateRun } from './simulate-run.js';
import {
  NO_BUDGETS,
  NO_FAILURES,
  type SimulatedFailures,
  type SimulatedMachines,
  type SimulatedWork,
} from './simulated-load.js';
import type { SimulatedOutcome } from './simulated-outcome.js';

const constant = (value: number): Quantiles => Quantiles.constant(value);
const UNLIMITED = { atOnce: null, callsPerMinute: null, tokensPerMinute: null };
const STEP_MS = 500;

interface Given {
  readonly work?: Partial<SimulatedWork>;
  readonly machines?: Partial<SimulatedMachines>;
  readonly failures?: Partial<SimulatedFailures>;
  readonly budgets?: Partial<typeof NO_BUDGETS>;
  readonly seed?: number;
  readonly mostHolds?: number;
}

/** A hundred episodes of ten steps of half a second on one worker, unless said otherwise. */
function simulate({ work, machines, failures, budgets, seed = 1, mostHolds }: Given): SimulatedOutcome {
  const load = {
    work: {
      episodes: 100,
      steps: constant(10),
      modelMs: constant(STEP_MS),
      localMs: constant(0),
      itemMs: constant(0),
      perStep: { calls: 1, inputTokens: 90, outputTokens: 10, costUsd: 0.01 },
      ...work,
    },
    machines: {
      workers: 1,
      concurrency: 1,
      startMs: 0,
      devices: null,
      endpoint: UNLIMITED,
      queue: { msPerItem: 0, itemsPerSecond: null },
      workerUsdPerHour: null,
      ...machines,
    },
    failures: { ...NO_FAILURES, ...failures },
    budgets: { ...NO_BUDGETS, ...budgets },
  };
  return simulateRun(load, seed, mostHolds);
}

const VARIED = {
  steps: Quantiles.logNormal(8, 30),
  modelMs: Quantiles.logNormal(2_000, 9_000),
  localMs: Quantiles.logNormal(300, 900),
};

describe('a simulated run', () => {
  it('takes the sum of all on one worker', () => {
    const { wallMs, steps, tokens, modelUsd, lanes } = simulate({
      work: { localMs: constant(100), itemMs: constant(50) },
      machines: { startMs: 1_000, queue: { msPerItem: 3, itemsPerSecond: null } },
    });
    expect(wallMs).toBeCloseTo(1_000 + 100 * (10 * 600 + 53), 3);
    expect(steps).toBe(1_000);
    expect(tokens).toBe(100_000);
    expect(modelUsd).toBeCloseTo(10);
    expect(lanes.working).toBeCloseTo(100 * 6_053, 3);
    expect(lanes.away).toBe(1_000);
  });

  it('takes as long as its longest episode on as many workers as there are episodes', () => {
    const most = simulate({ work: { ...VARIED, episodes: 300 }, machines: { workers: 300 } });
    const alone = Array.from({ length: 300 }, (_, number) => number);
    // Each prefix of the episodes on one worker: what the next one adds is its length.
    const upTo = alone.map((number) => simulate({ work: { ...VARIED, episodes: number + 1 } }).wallMs);
    const longest = Math.max(...upTo.map((ms, number) => ms - (upTo[number - 1] ?? 0)));
    expect(most.wallMs).toBeCloseTo(longest, 3);
    expect(bottleneckOf(most.lanes)).toBe('stragglers');
  });

  it.each([
    ['places of the endpoint', { endpoint: { ...UNLIMITED, atOnce: 5 } }, (1_000 * STEP_MS) / 5],
    ['calls a minute', { endpoint: { ...UNLIMITED, callsPerMinute: 60 } }, 999 * 1_000 + STEP_MS],
    ['tokens a minute', { endpoint: { ...UNLIMITED, tokensPerMinute: 6_000 } }, 999 * 1_000 + STEP_MS],
    ['phones', { devices: 5 }, (1_000 * STEP_MS) / 5],
    ['the queue', { queue: { msPerItem: 0, itemsPerSecond: 0.1 } }, 100 * 10_000 + 10 * STEP_MS],
  ])('is held up by %s', (_, machines, wallMs) => {
    const outcome = simulate({ machines: { workers: 50, ...machines } });
    expect(outcome.wallMs).toBeCloseTo(wallMs, 3);
    expect(outcome.done).toBe(100);
  });

  it('says what it waited for', () => {
    const at = (machines: Partial<SimulatedMachines>) =>
      bottleneckOf(simulate({ machines: { workers: 20, ...machines } }).lanes);
    expect(at({})).toBe('workers');
    expect(at({ endpoint: { ...UNLIMITED, atOnce: 5 } })).toBe('endpoint');
    expect(at({ devices: 5 })).toBe('devices');
    expect(at({ queue: { msPerItem: 0, itemsPerSecond: 1 } })).toBe('queue');
    expect(at({ startMs: 10_000 })).toBe('away');
  });

  it('waits at an endpoint of one place as its many customers do in theory', () => {
    // Closed, N customers, exponential service and thinking: the machine-repairman model. Source: Jain 1991, section 32.2.
    const exponential = Quantiles.measured(
      Array.from({ length: 4_096 }, (_, index) => -1_000 * Math.log(1 - (index + 0.5) / 4_096)),
    );
    const customers = 4;
    const { wallMs, lanes } = simulate({
      work: { episodes: customers, steps: constant(10_000), modelMs: exponential, localMs: exponential },
      machines: { workers: customers, endpoint: { ...UNLIMITED, atOnce: 1 } },
    });
    let weight = 1;
    let all = 1;
    for (let inside = 1; inside <= customers; inside += 1) all += weight *= customers - inside + 1;
    const stepsASecond = 1 - 1 / all;
    expect((customers * 10_000) / (wallMs / 1_000)).toBeCloseTo(stepsASecond, 1);
    expect(lanes.endpoint / wallMs).toBeCloseTo(customers - 2 * stepsASecond, 1);
  });

  it('is never slower with more workers, the episodes being equal', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 0, max: 1_000 }),
        fc.option(fc.integer({ min: 1, max: 12 })),
        (workers, more, seed, devices) => {
          const at = (count: number) =>
            simulate({ work: { ...VARIED, episodes: 60 }, machines: { workers: count, devices }, seed });
          const [few, many] = [at(workers), at(workers + more)];
          expect(many.wallMs).toBeLessThanOrEqual(few.wallMs + 1e-6);
          expect(many.steps).toBe(few.steps);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('comes to the same with several steps in one hold where the endpoint is full', () => {
    const given = {
      work: { ...VARIED, episodes: 2_000 },
      machines: { workers: 60, endpoint: { ...UNLIMITED, atOnce: 20 } },
    };
    const [exact, coarse] = [simulate(given), simulate({ ...given, mostHolds: 6_000 })];
    expect(exact.stepsAHold).toBe(1);
    expect(coarse.stepsAHold).toBeGreaterThan(2);
    expect(coarse.wallMs / exact.wallMs).toBeGreaterThan(0.97);
    expect(coarse.wallMs / exact.wallMs).toBeLessThan(1.03);
  });

  it('loses the step in flight alone when workers die', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 }), fc.boolean(), (seed, isFull) => {
        const endpoint = isFull ? { ...UNLIMITED, atOnce: 3 } : UNLIMITED;
        const calm = simulate({ work: VARIED, machines: { workers: 8, endpoint }, seed });
        const died = simulate({
          work: VARIED,
          machines: { workers: 8, endpoint, devices: 7 },
          failures: { deathsPerHour: 20, leaseMs: 30_000, backMs: 5_000 },
          seed,
        });
        expect(died.deaths).toBeGreaterThan(0);
        expect(died.done + died.voided).toBe(100);
        expect(died.steps - died.stepsAgain).toBe(calm.steps);
        expect(died.stepsAgain).toBeLessThanOrEqual(died.deaths);
        expect(died.lanes.away).toBeGreaterThan(0);
      }),
      { numRuns: 20 },
    );
  });

  it('gives an item up that ended too many workers', () => {
    const { voided, done } = simulate({
      work: { episodes: 1, itemMs: constant(1e9) },
      failures: { deathsPerHour: 60, leaseMs: 1_000, backMs: 1_000 },
    });
    expect({ voided, done }).toEqual({ voided: 1, done: 0 });
  });

  it('waits while the endpoint is gone', () => {
    for (const endpoint of [UNLIMITED, { ...UNLIMITED, atOnce: 4 }]) {
      const calm = simulate({ machines: { workers: 8, endpoint } });
      const { wallMs, outages, stops, lanes, steps } = simulate({
        machines: { workers: 8, endpoint },
        failures: { outagesPerHour: 600, outageMs: 30_000, outageLimitMs: 40_000 },
      });
      expect(outages).toBeGreaterThan(0);
      expect(stops).toBeLessThanOrEqual(outages);
      expect(steps).toBe(calm.steps);
      expect(lanes.outages).toBeGreaterThan(0);
      expect(wallMs).toBeGreaterThan(calm.wallMs);
    }
  });

  it('tries calls again and voids what keeps failing', () => {
    const { voided, wallMs } = simulate({ failures: { callFailures: 0.5 } });
    // Twelve tries fail in 1 of 4,096 steps.
    expect(voided).toBeLessThan(5);
    expect(wallMs).toBeGreaterThan(2 * 1_000 * STEP_MS);
    expect(simulate({ failures: { callFailures: 1 } })).toMatchObject({ voided: 100, done: 0 });
  });

  it('ends with its budgets', () => {
    expect(simulate({ budgets: { tokens: 20_000 } })).toMatchObject({ steps: 200, done: 20, left: 80 });
    expect(simulate({ budgets: { money: 1 } })).toMatchObject({ done: 10, left: 90 });
    expect(simulate({ budgets: { seconds: 51 } })).toMatchObject({ steps: 102, left: 90, wallMs: 51_000 });
  });
});
