import { describe, expect, it } from 'vitest';
import { plannedLoads, type SimulateFlags } from './planned-load.js';

const FLAGS: SimulateFlags = {
  workers: '8,1',
  concurrency: '8',
  queueMs: '3',
  queueRate: '1000',
  startTime: '5s',
  deaths: '24',
  lease: '30s',
  backTime: '60s',
  outages: '0',
  outageTime: '2m',
  outageSeconds: '600',
};

describe('a planned load', () => {
  it('is read from flags', () => {
    const loads = plannedLoads(
      { ...FLAGS, latency: '2s', tokens: '3000,100', priceInput: '1', priceOutput: '10', callFailures: '2%' },
      null,
    );
    expect(loads.map(({ machines }) => machines.workers)).toEqual([1, 8]);
    const [{ work, failures, machines } = {}] = loads;
    expect(work?.modelMs.mean).toBe(2_000);
    expect(work?.perStep.costUsd).toBeCloseTo(0.004);
    expect(work?.steps.at(0.5)).toBeCloseTo(15, 1);
    expect(work?.steps.at(0.95)).toBeCloseTo(40, 0);
    expect(failures).toMatchObject({ deathsPerHour: 1, outageMs: 120_000, callFailures: 0.02 });
    expect(machines?.endpoint.atOnce).toBeNull();
  });

  it.each([
    [{ latency: '2' }, '--latency'],
    [{ latency: '8s..2s' }, '--latency'],
    [{ steps: '0' }, '--steps'],
    [{ workers: '1,0' }, '--workers'],
    [{ tokens: '3000' }, '--tokens'],
    [{ priceInput: '1' }, '--price-output'],
    [{ maxCost: '10' }, '--max-cost'],
    [{ tokensPerMinute: '1000' }, 'tokens'],
    [{ deaths: 'x' }, '--deaths'],
  ])('refuses %j', (flags, named) => {
    expect(() => plannedLoads({ ...FLAGS, ...flags }, null)).toThrow(named);
  });
});
