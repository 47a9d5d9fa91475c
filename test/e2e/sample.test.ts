import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTouchstone, type Finished } from './run-touchstone.js';

let folder: string;

async function touchstone(...args: string[]): Promise<Finished> {
  return runTouchstone([...args, '--runs', folder]);
}

interface RunNote {
  readonly identity: { readonly benchmark: { readonly items: string[] | null; readonly sample?: unknown } };
}

async function drawn(id: string, ...flags: string[]): Promise<RunNote['identity']['benchmark']> {
  const { code, stderr } = await touchstone('run', 'tiny', '--agent', 'no-op', '--run-id', id, ...flags);
  expect(code, stderr).toBe(0);
  return ((await JSON.parse(await readFile(join(folder, id, 'run.json'), 'utf8'))) as RunNote).identity
    .benchmark;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-sample-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('--sample', () => {
  it('draws the same tasks again, says so, and keeps them in the run’s identity', async () => {
    const one = await drawn('one', '--sample', '3', '--seed', '7');
    expect(one.items).toHaveLength(3);
    expect(one.sample).toEqual({ size: 3, of: 6, seed: 7 });
    expect((await drawn('again', '--sample', '3', '--seed', '7', '--repeats', '2')).items).toEqual(one.items);
    expect((await drawn('other', '--sample', '3', '--seed', '8')).items).not.toEqual(one.items);
    const all = await drawn('all', '--sample', '6');
    expect([all.items, all.sample]).toEqual([null, undefined]);
    const scored = await touchstone('score', 'one');
    expect(scored.stdout).toContain('A random sample of 3 from 6 tasks, seed 7.');
    const summary = join(folder, 'summary.md');
    await touchstone('report', 'one', '--out', join(folder, 'report.html'), '--markdown', summary);
    expect(await readFile(summary, 'utf8')).toContain('random sample of 3 from 6 tasks, seed 7');
  });

  it('goes on with the tasks that were drawn', async () => {
    const flags = ['--sample', '3', '--seed', '7', '--run-id', 'cut', '--run-seconds', '0.0001'];
    const begun = await touchstone('run', 'tiny', '--agent', 'random', ...flags);
    expect(begun.stderr).toContain('run cut: 3 episodes, a random sample of 3 from 6 tasks, seed 7');
    expect(begun.stderr).toContain('Not finished');
    const resumed = await touchstone('resume', 'cut', '--run-seconds', '600');
    expect(resumed.stderr).toMatch(/going on with cut: \d of 3 done, a random sample of 3 from 6 tasks/);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(resumed.stderr).toContain('3 of 3 episodes done');
  });

  it('is not asked for together with --limit, nor for none', async () => {
    const both = await touchstone('run', 'tiny', '--agent', 'no-op', '--sample', '2', '--limit', '2');
    expect([both.code, both.stdout]).toEqual([2, '']);
    expect(both.stderr).toContain('--limit takes the first, --sample a random choice');
    expect((await touchstone('run', 'tiny', '--agent', 'no-op', '--sample', '0')).code).toBe(2);
  });

  it('draws episodes of an export', async () => {
    const lines = async (seed: string): Promise<string[]> => {
      const out = join(folder, `export-${seed}-${Math.random()}`);
      const flags = ['--sample', '2', '--seed', seed, '--dialect', 'ui_tars', '--pictures', 'reference'];
      const made = await runTouchstone(['export', 'sharegpt', 'pocket', ...flags, '--out', out]);
      expect(made.code, made.stderr).toBe(0);
      return (await readFile(join(out, 'train.jsonl'), 'utf8')).trim().split('\n');
    };
    const first = await lines('1');
    expect(await lines('1')).toEqual(first);
    expect(await lines('2')).not.toEqual(first);
  });
});
