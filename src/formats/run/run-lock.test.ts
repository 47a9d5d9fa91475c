import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { JournalWriteError, RunLockedError } from './run-errors.js';
import { RunLock } from './run-lock.js';

/** A process id that was in use a moment ago and is no more. */
function deadProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('RunLock', () => {
  it('leaves nothing behind where no byte can be written', async () => {
    await using folder = await temporaryFolder();
    const script = `
      import { RunLock } from ${JSON.stringify(new URL('run-lock.ts', import.meta.url).href)};
      await RunLock.acquire(process.argv[1]).catch((error) => process.stdout.write(error.code));`;
    // Files may be made and not be written to, as on a full disk.
    const limited = 'ulimit -f 0; exec "$0" --import tsx --input-type=module -e "$1" "$2"';
    const { stdout } = spawnSync('bash', ['-c', limited, process.execPath, script, folder.path], {
      env: { ...process.env, TSX_DISABLE_CACHE: '1' },
      encoding: 'utf8',
    });
    expect(stdout).toBe('JOURNAL_WRITE');
    expect(await readdir(folder.path)).toEqual([]);
  });

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

  it.runIf(process.platform === 'linux')(
    'is taken over from a process that ended and is not collected yet',
    async () => {
      await using folder = await temporaryFolder();
      // What the shell becomes collects no child; the child ends only once it has become that.
      const child = 'until grep -q sleep /proc/$$/comm; do :; done';
      const parent = spawn('bash', ['-c', `bash -c "${child}" & echo $!; exec sleep 60`], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      try {
        const pid = Number(String((await once(parent.stdout, 'data'))[0]));
        const stat = async () =>
          (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ') ?? [];
        while ((await stat())[0] !== 'Z') await setTimeout(5);
        const started = (await stat())[19];
        const stale = { pid, host: hostname(), started, token: 'old' };
        await writeFile(join(folder.path, 'lock'), JSON.stringify(stale));
        await using _lock = await RunLock.acquire(folder.path);
        expect(await readFile(join(folder.path, 'lock'), 'utf8')).not.toContain('"old"');
      } finally {
        parent.kill('SIGKILL');
      }
    },
  );

  it.runIf(process.platform === 'linux')('is taken over when another process has the old id', async () => {
    await using folder = await temporaryFolder();
    const stale = { pid: process.pid, host: hostname(), started: '1', token: 'old' };
    await writeFile(join(folder.path, 'lock'), JSON.stringify(stale));
    await using _lock = await RunLock.acquire(folder.path);
    expect(await readFile(join(folder.path, 'lock'), 'utf8')).not.toContain('"old"');
  });

  it.each([
    [
      'of another machine',
      JSON.stringify({ pid: 1, host: 'elsewhere', started: null, token: 'x' }),
      'process 1 on elsewhere holds it',
    ],
    [
      'of a process that runs, of which more is not known',
      JSON.stringify({ pid: process.pid, host: hostname(), started: null, token: 'x' }),
      `process ${process.pid} writes it`,
    ],
    ['that cannot be read', '{"pid":', 'the lock cannot be read'],
    ['of another shape', '[]', 'the lock cannot be read'],
    [
      'of no process',
      JSON.stringify({ pid: 0, host: hostname(), started: null, token: 'x' }),
      'the lock cannot be read',
    ],
  ])('is refused when there is a lock %s', async (_name, content, why) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'lock'), content);
    const error: unknown = await RunLock.acquire(folder.path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RunLockedError);
    const file = join(folder.path, 'lock');
    expect(error).toMatchObject({
      code: 'RUN_LOCKED',
      fault: 'user',
      place: { file },
      message: `${file}: The run is being written: ${why}`,
      hint: 'Wait for that process or stop it; if none is left, delete the lock file.',
    });
    // It is left as it was, and no other file is left.
    expect(await readFile(file, 'utf8')).toBe(content);
    expect(await readdir(folder.path)).toEqual(['lock']);
  });

  it('leaves the lock alone that somebody else took meanwhile', async () => {
    await using folder = await temporaryFolder();
    const lock = await RunLock.acquire(folder.path);
    const other = JSON.stringify({ pid: 1, host: 'elsewhere', started: null, token: 'x' });
    await writeFile(join(folder.path, 'lock'), other);
    await lock.release();
    expect(await readFile(join(folder.path, 'lock'), 'utf8')).toBe(other);
  });

  it('is no trouble when somebody took it away', async () => {
    await using folder = await temporaryFolder();
    const lock = await RunLock.acquire(folder.path);
    await rm(join(folder.path, 'lock'));
    await lock.release();
    await using again = await RunLock.acquire(folder.path);
    await writeFile(join(folder.path, 'lock'), '{"pid":');
    await again.release();
    expect(await readFile(join(folder.path, 'lock'), 'utf8')).toBe('{"pid":');
  });

  it('is given back once only: what another took after that stays', async () => {
    await using folder = await temporaryFolder();
    const lock = await RunLock.acquire(folder.path);
    const content = await readFile(join(folder.path, 'lock'), 'utf8');
    await lock.release();
    await writeFile(join(folder.path, 'lock'), content);
    await lock.release();
    expect(await readdir(folder.path)).toEqual(['lock']);
  });

  it('names who holds it, so that a stale one is known', async () => {
    await using folder = await temporaryFolder();
    await using _lock = await RunLock.acquire(folder.path);
    const held: unknown = JSON.parse(await readFile(join(folder.path, 'lock'), 'utf8'));
    const isLinux = process.platform === 'linux';
    expect(held).toEqual({
      pid: process.pid,
      host: hostname(),
      started: isLinux ? expect.stringMatching(/^[1-9]\d*$/) : null,
      token: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    });
    if (!isLinux) return;
    // In clock ticks since boot: a process started now has more of them than this one.
    const child = spawnSync('cat', ['/proc/self/stat'], { encoding: 'utf8' });
    const later = Number(child.stdout.split(' ')[21]);
    expect(Number((held as { started: string }).started)).toBeLessThanOrEqual(later);
    const own = (await readFile('/proc/self/stat', 'utf8')).split(') ').at(-1)?.split(' ')[19];
    expect((held as { started: string }).started).toBe(own);
  });

  describe('on a file system without hard links', () => {
    const hardLink = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

    it.each(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EINVAL'])(
      'is held by one at a time and given back (%s)',
      async (code) => {
        await using folder = await temporaryFolder();
        const lock = await RunLock.acquire(folder.path, { hardLink: hardLink(code) });
        const written: unknown = JSON.parse(await readFile(join(folder.path, 'lock'), 'utf8'));
        expect(written).toMatchObject({ pid: process.pid, host: hostname() });
        await expect(RunLock.acquire(folder.path, { hardLink: hardLink(code) })).rejects.toThrow(
          `process ${process.pid} writes it`,
        );
        expect(await readdir(folder.path)).toEqual(['lock']);
        await lock.release();
        expect(await readdir(folder.path)).toEqual([]);
      },
    );

    it('is taken over from a process that no longer runs', async () => {
      await using folder = await temporaryFolder();
      const stale = { pid: deadProcess(), host: hostname(), started: null, token: 'old' };
      await writeFile(join(folder.path, 'lock'), JSON.stringify(stale));
      await using _lock = await RunLock.acquire(folder.path, { hardLink: hardLink('EPERM') });
      expect(await readFile(join(folder.path, 'lock'), 'utf8')).not.toContain('"old"');
      expect(await readdir(folder.path)).toEqual(['lock']);
    });

    it('is refused where linking fails for another reason', async () => {
      await using folder = await temporaryFolder();
      await expect(RunLock.acquire(folder.path, { hardLink: hardLink('EIO') })).rejects.toMatchObject({
        code: 'JOURNAL_WRITE',
        cause: { code: 'EIO' },
      });
      expect(await readdir(folder.path)).toEqual([]);
    });
  });

  it('says that the folder cannot be written', async () => {
    await using folder = await temporaryFolder();
    const error: unknown = await RunLock.acquire(join(folder.path, 'none')).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(JournalWriteError);
    expect(error).toMatchObject({
      code: 'JOURNAL_WRITE',
      place: { file: join(folder.path, 'none', 'lock') },
      cause: expect.objectContaining({ code: 'ENOENT' }) as unknown,
    });
  });
});
