import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Benchmark } from '../../../benchmarks/benchmark.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { generateRun } from '../../../../test/fixtures/generated-run.js';
import { OpenWorlds } from './open-worlds.js';

it('opens a world once for all its runs, and closes none that is read from', async () => {
  await using folder = await temporaryFolder({ onDisk: true });
  const opened: string[] = [];
  const closed: string[] = [];
  const worlds = new OpenWorlds(async (directory) => {
    const name = directory.slice(folder.path.length + 1);
    opened.push(name);
    return { name, [Symbol.asyncDispose]: async () => void closed.push(name) } as unknown as Benchmark;
  });
  const make = (run: string, benchmark: string): Promise<void> =>
    generateRun(join(folder.path, run), { run, benchmark, tasks: 1, steps: 1 });
  await make('a1', 'a');
  await make('a2', 'a');
  for (const name of ['b', 'c', 'd']) await make(name, name);
  const nameOf = async (run: string): Promise<string> =>
    worlds.use(join(folder.path, run), async (world) => world?.name ?? 'none');
  expect([await nameOf('a1'), await nameOf('a2')]).toEqual(['a1', 'a1']);
  const others: string[] = [];
  await worlds.use(join(folder.path, 'a2'), async () => {
    for (const run of ['b', 'c', 'd']) others.push(await nameOf(run));
    expect(closed).not.toContain('a1');
  });
  expect(others).toEqual(['b', 'c', 'd']);
  expect(opened).toEqual(['a1', 'b', 'c', 'd']);
  // Another run under a name that was known is of its own world.
  await rm(join(folder.path, 'd'), { recursive: true });
  await make('d', 'b2');
  await nameOf('d');
  expect(opened.filter((name) => name === 'd')).toHaveLength(2);
  await worlds[Symbol.asyncDispose]();
  expect(closed.toSorted()).toEqual(opened.toSorted());
});
