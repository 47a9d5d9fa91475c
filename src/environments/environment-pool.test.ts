import { describe, expect, it } from 'vitest';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { environmentProviderContract } from '../testing/contracts/environment-provider-contract.js';
import { EnvironmentPool } from './environment-pool.js';
import type { Environment } from './environment.js';
import { madeEnvironments } from './environment-provider.js';

const { signal } = new AbortController();

async function make(): Promise<Environment> {
  const { items } = fakeBenchmark();
  for await (const item of items.list()) return items.environments.lend(item, { signal });
  throw new Error('there is no item');
}

describe('environments that are made for their episode', () => {
  it.each(
    environmentProviderContract({ create: () => madeEnvironments({ kind: 'stairs' }, make), item: 'any' }),
  )('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe.each([1, 3])('a pool of %d', (count) => {
  const create = () =>
    new EnvironmentPool({
      identity: { kind: 'phone', device: 'one', system: '14', settings: { animations: false } },
      devices: Array.from({ length: count }, (_, index) => index),
      open: make,
    });

  it.each(environmentProviderContract({ create, item: 'any' }))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe('EnvironmentPool', () => {
  it('opens each device for one at a time, and has it back where that or closing it fails', async () => {
    const inUse = new Set<string>();
    let failsToOpen = true;
    const pool = new EnvironmentPool({
      identity: { kind: 'phone' },
      devices: ['a', 'b'],
      open: async (device, item: string) => {
        expect(inUse.has(device)).toBe(false);
        if (failsToOpen) throw new Error(`${device} does not answer`);
        inUse.add(device);
        const environment = await make();
        environment[Symbol.asyncDispose] = async () => {
          inUse.delete(device);
          if (item === 'stuck') throw new Error('stuck');
        };
        return environment;
      },
    });
    for (let time = 0; time < 3; time += 1) {
      await expect(pool.lend('any', { signal })).rejects.toThrow('does not answer');
    }
    failsToOpen = false;
    const [one, two] = [await pool.lend('stuck', { signal }), await pool.lend('any', { signal })];
    expect(inUse.size).toBe(2);
    const waiting = pool.lend('any', { signal });
    await expect(one[Symbol.asyncDispose]()).rejects.toThrow('stuck');
    const three = await waiting;
    expect(inUse.size).toBe(2);
    await two[Symbol.asyncDispose]();
    await three[Symbol.asyncDispose]();
    expect(inUse.size).toBe(0);
  });
});

describe('a pool whose items stay together', () => {
  const opened: string[] = [];
  const create = (isFit: (device: string) => boolean = () => true) =>
    new EnvironmentPool({
      identity: { kind: 'phone' },
      devices: ['a', 'b'],
      groupOf: (item: string) => item.split(' ')[0] ?? null,
      isFit,
      noneLeft: () => new Error('no phone is left'),
      open: async (device, item) => {
        opened.push(`${item} on ${device}`);
        return await make();
      },
    });

  it('gives items of one group to one device, and another group to the other', async () => {
    opened.length = 0;
    const pool = create();
    const first = await pool.lend('mail 1', { signal });
    const second = pool.lend('mail 2', { signal });
    const other = await pool.lend('maps 1', { signal });
    expect(opened).toEqual(['mail 1 on a', 'maps 1 on b']);
    await other[Symbol.asyncDispose]();
    expect(opened).toHaveLength(2);
    await first[Symbol.asyncDispose]();
    await (await second)[Symbol.asyncDispose]();
    expect(opened.at(-1)).toBe('mail 2 on a');
  });

  it('moves the items of a device that is no longer fit, and says when none is left', async () => {
    opened.length = 0;
    const unfit = new Set<string>();
    const pool = create((device) => !unfit.has(device));
    const first = await pool.lend('mail 1', { signal });
    const second = pool.lend('mail 2', { signal });
    unfit.add('a');
    await first[Symbol.asyncDispose]();
    const moved = await second;
    expect(opened).toEqual(['mail 1 on a', 'mail 2 on b']);
    const third = pool.lend('mail 3', { signal });
    unfit.add('b');
    await moved[Symbol.asyncDispose]();
    await expect(third).rejects.toThrow('no phone is left');
    await expect(pool.lend('mail 4', { signal })).rejects.toThrow('no phone is left');
  });
});
