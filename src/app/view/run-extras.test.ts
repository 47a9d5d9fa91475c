import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { RunIndex } from '../../formats/run/run-index.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { generateRun } from '../../../test/fixtures/generated-run.js';
import type { RunInputOptions } from '../report/run-input.js';
import { RunBenchmarks } from './run-extras.js';

const read = vi.fn();
let now = 0;
afterEach(() => vi.restoreAllMocks());

/** What the benchmark of every run adds; with `isLost`, it cannot be opened. */
function makes(make: () => Promise<{ readonly isLost?: boolean }>): void {
  read.mockReset();
  read.mockImplementation(async (index: RunIndex, _opened, { onWarnings }: RunInputOptions) => {
    const { isLost = false } = await make();
    if (isLost) onWarnings?.(['it is lost']);
    return { directory: index.directory, tables: [] };
  });
}

async function withRun(use: (benchmarks: RunBenchmarks, directory: string) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder({ onDisk: true });
  const directory = join(folder.path, 'run');
  await generateRun(directory, { run: 'run', tasks: 1, steps: 1 });
  await using benchmarks = new RunBenchmarks({ read, now: () => now });
  await use(benchmarks, directory);
}

it('tells those who went without once it is made, whoever asked first', async () => {
  await withRun(async (benchmarks, directory) => {
    let letGo: (made: object) => void = () => undefined;
    const held = new Promise<object>((resolve) => {
      letGo = resolve;
    });
    makes(() => held);
    const told: string[] = [];
    const patient = benchmarks.extras(directory, 'f', { waitMs: 60_000, onMade: () => told.push('first') });
    const hasty = await benchmarks.extras(directory, 'f', { waitMs: 0, onMade: () => told.push('second') });
    expect(hasty).toBeNull();
    letGo({});
    expect(await patient).not.toBeNull();
    expect(told).toEqual(['second']);
    expect(
      await benchmarks.extras(directory, 'f', { waitMs: 0, onMade: () => told.push('late') }),
    ).not.toBeNull();
    expect(read).toHaveBeenCalledOnce();
  });
});

it('goes on without what a benchmark fails at, and says so', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  await withRun(async (benchmarks, directory) => {
    makes(async () => {
      throw new TypeError('of undefined');
    });
    const asked = { waitMs: 60_000, onMade: () => undefined };
    expect(await benchmarks.extras(directory, 'f', asked)).toBeNull();
    expect(warn).toHaveBeenCalledOnce();
  });
});

it('tries again what could not be opened, when its data may be there', async () => {
  await withRun(async (benchmarks, directory) => {
    now = 0;
    const asked = { waitMs: 60_000, onMade: () => undefined };
    makes(async () => ({ isLost: true }));
    const lost = await benchmarks.extras(directory, 'f', asked);
    makes(async () => ({}));
    expect(await benchmarks.extras(directory, 'f', asked)).toBe(lost);
    now = 60_000;
    const found = await benchmarks.extras(directory, 'f', asked);
    expect(found).not.toBe(lost);
    now = 200_000;
    expect(await benchmarks.extras(directory, 'f', asked)).toBe(found);
  });
});
