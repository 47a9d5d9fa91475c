import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fake.js';
import { RunLockedError } from './run-errors.js';
import { RunLock } from './run-lock.js';

/** A process id that was in use a moment ago and is no more. */
function deadProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('RunLock', () => {
  it('is held by one at a time and given back', async () => {
    await using folder = await temporaryFolder();
    const lock = await RunLock.acquire(folder.path);
    await expect(RunLock.acquire(folder.path)).rejects.toThrow(RunLockedError);
    await lock.release();
    await lock.release();
    await using _second = await RunLock.acquire(folder.path);
    expect(await readdir(folder.path)).toEqual(['lock']);
  });

  it('lets exactly one of many win', async () => {
    await using folder = await temporaryFolder();
    const stale = { pid: deadProcess(), host: hostname(), started: '1', token: 'old' };
    await writeFile(join(folder.path, 'lock'), JSON.stringify(stale));
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => RunLock.acquire(folder.path)));
    const won = tries.filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(1);
    for (const result of tries) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(RunLockedError);
      else await result.value.release();
    }
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('is taken over from a process that no longer runs', async () => {
    await using folder = await temporaryFolder();
    const stale = { pid: deadProcess(), host: hostname(), started: null, token: 'old' };
    await writeFile(join(folder.path, 'lock'), JSON.stringify(stale));
    await using _lock = await RunLock.acquire(folder.path);
    expect(JSON.parse(await readFile(join(folder.path, 'lock'), 'utf8'))).toMatchObject({
      pid: process.pid,
    });
  });

  it.runIf(process.platform === 'linux')('is taken over when another process has the old id', async () => {
    await using folder = await temporaryFolder();
    const stale = { pid: process.pid, host: hostname(), started: '1', token: 'old' };
    await writeFile(join(folder.path, 'lock'), JSON.stringify(stale));
    await using _lock = await RunLock.acquire(folder.path);
    expect(await readFile(join(folder.path, 'lock'), 'utf8')).not.toContain('"old"');
  });

  it.each([
    ['of another machine', JSON.stringify({ pid: 1, host: 'elsewhere', started: null, token: 'x' })],
    ['that cannot be read', '{"pid":'],
    ['of another shape', '[]'],
  ])('is refused when there is a lock %s', async (_name, content) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'lock'), content);
    const error: unknown = await RunLock.acquire(folder.path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RunLockedError);
    expect(error).toMatchObject({
      place: { file: join(folder.path, 'lock') },
      hint: expect.stringContaining('delete'),
    });
  });

  it('leaves the lock alone that somebody else took meanwhile', async () => {
    await using folder = await temporaryFolder();
    const lock = await RunLock.acquire(folder.path);
    const other = JSON.stringify({ pid: 1, host: 'elsewhere', started: null, token: 'x' });
    await writeFile(join(folder.path, 'lock'), other);
    await lock.release();
    expect(await readFile(join(folder.path, 'lock'), 'utf8')).toBe(other);
  });
});
