import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAccessFile } from '../../formats/access/read-access-file.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { auditFile, AuditLog } from './audit-log.js';
import { addUser, removeUser, renewUser } from './change-access.js';

const ANA = { name: 'ana', role: 'runner', team: 'red' } as const;

describe('changes of the users', () => {
  it('keep of a token its hash alone, in a file of its owner, and write down who was changed', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.json');
    const { user, token } = await addUser(file, ANA);
    expect(token).toMatch(/^[\w-]{43}$/);
    const renewed = await renewUser(file, 'ana');
    expect(renewed.token).not.toBe(token);
    expect(renewed.user).toMatchObject(ANA);
    expect(renewed.user.tokenSha256).not.toBe(user.tokenSha256);
    await addUser(file, { name: 'ops', role: 'operator', team: null });
    await removeUser(file, 'ana');
    expect((await readAccessFile(file)).users.map(({ name }) => name)).toEqual(['ops']);
    for (const name of await readdir(folder.path)) {
      const text = await readFile(join(folder.path, name), 'utf8');
      expect([name, text.includes(token), text.includes(renewed.token)]).toEqual([name, false, false]);
    }
    const lines = await new AuditLog(auditFile(file)).last(10);
    expect(lines).toMatchObject([
      { type: 'access', action: 'add', user: 'ana', team: 'red', role: 'runner', by: expect.any(String) },
      { action: 'renew', user: 'ana' },
      { action: 'add', user: 'ops', team: null },
      { action: 'remove', user: 'ana' },
    ]);
    if (process.platform === 'win32') return;
    for (const one of [file, auditFile(file)]) expect((await stat(one)).mode & 0o777).toBe(0o600);
  });

  it('are all kept where several are made at once', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.json');
    const names = ['a', 'b', 'c', 'd'];
    await Promise.all(names.map((name) => addUser(file, { ...ANA, name })));
    expect((await readAccessFile(file)).users.map(({ name }) => name).toSorted()).toEqual(names);
  });

  it('are refused for what does not fit, and then nothing changes', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.json');
    await addUser(file, ANA);
    const before = await readFile(file, 'utf8');
    const refused: readonly (readonly [() => Promise<unknown>, RegExp])[] = [
      [() => addUser(file, ANA), /already/],
      [() => addUser(file, { ...ANA, name: 'Ana' }), /name of the user/],
      [() => addUser(file, { ...ANA, name: 'b', team: '..' }), /name of the team/],
      [() => addUser(file, { ...ANA, name: 'b', team: 'a/b' }), /name of the team/],
      [() => addUser(file, { ...ANA, name: 'b', team: null }), /is of a team/],
      [() => addUser(file, { name: 'b', role: 'operator', team: 'red' }), /of no team/],
      [() => renewUser(file, 'b'), /no user "b"/],
      [() => removeUser(file, 'b'), /no user "b"/],
      [() => removeUser(join(folder.path, 'none.json'), 'b'), /no such file/],
    ];
    for (const [change, words] of refused) await expect(change()).rejects.toThrow(words);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('are not made where they cannot be written down', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.json');
    await addUser(file, ANA);
    await using other = await temporaryFolder();
    const copy = join(other.path, 'access.json');
    await writeFile(copy, await readFile(file));
    await mkdir(auditFile(copy));
    await expect(removeUser(copy, 'ana')).rejects.toMatchObject({ code: 'AUDIT_LOG' });
    expect((await readAccessFile(copy)).users).toHaveLength(1);
  });
});

describe('the audit log', () => {
  const SMALL = { keepMegabytes: 1, keepDays: null };
  const DAY_MS = 24 * 60 * 60 * 1000;
  /** Lines so long that eight of them fill a part. */
  const LONG = 'x'.repeat(16 * 1024);
  const addressesOf = async (log: AuditLog): Promise<readonly string[]> =>
    (await log.last(1_000_000)).map((line) => ('address' in line ? line.address.slice(0, 4) : ''));

  it('keeps to its room: what is full is set aside, the oldest goes, the newest lines stay', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.json.audit.jsonl');
    let time = Date.UTC(2026, 0, 1);
    const log = new AuditLog(file, { now: () => new Date((time += 1000)), limits: () => SMALL });
    const written: string[] = [];
    for (let count = 0; count < 100; count += 1) {
      const address = `${count}`.padStart(4, '0');
      written.push(address);
      await log.write({ type: 'wrong-token', address: `${address}${LONG}` });
    }
    const names = await readdir(folder.path);
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder.path, name))).size));
    expect(sizes.reduce((a, b) => a + b, 0)).toBeLessThan(1024 * 1024);
    for (const name of names) {
      expect((await stat(join(folder.path, name))).mode & 0o777).toBe(
        process.platform === 'win32' ? 0o666 : 0o600,
      );
    }
    const kept = await addressesOf(log);
    expect(kept.length).toBeGreaterThan(40);
    expect(kept).toEqual(written.slice(-kept.length));
    expect((await log.last(3)).map((line) => line.at)).toHaveLength(3);
    // Those of another log in the folder are not its own.
    await writeFile(join(folder.path, 'other.json.audit.20260101T000000000Z-00000000.jsonl'), '');
    expect(await addressesOf(log)).toEqual(kept);
  });

  it('loses no line where two processes set it aside at once', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.json.audit.jsonl');
    const limits = () => ({ keepMegabytes: 4, keepDays: null });
    const logs = [new AuditLog(file, { limits }), new AuditLog(file, { limits })];
    const written: string[] = [];
    for (let count = 0; count < 100; count += 1) {
      await Promise.all(
        logs.map(async (log, place) => {
          const address = `${place}${`${count}`.padStart(3, '0')}`;
          written.push(address);
          await log.write({ type: 'wrong-token', address: `${address}${LONG}` });
        }),
      );
    }
    expect((await readdir(folder.path)).length).toBeGreaterThan(4);
    const [log] = logs;
    if (log === undefined) throw new Error('it is there');
    expect((await addressesOf(log)).toSorted()).toEqual(written.toSorted());
  });

  it('lets go of what is older than it is kept, a part at a time', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.json.audit.jsonl');
    let day = 0;
    const now = (): Date => new Date(Date.UTC(2026, 0, 1) + day * DAY_MS);
    const limits = () => ({ keepMegabytes: 256, keepDays: 8 });
    const log = new AuditLog(file, { now, limits });
    for (day = 0; day < 30; day += 1) await log.write({ type: 'wrong-token', address: `${day}` });
    const kept = (await addressesOf(log)).map(Number);
    expect(kept.at(-1)).toBe(29);
    expect(kept[0]).toBeGreaterThanOrEqual(29 - 10);
    expect(kept[0]).toBeLessThanOrEqual(29 - 8);
  });

  it('takes the line where it cannot be set aside, and says so once', async () => {
    await using folder = await temporaryFolder();
    // A name that leaves no room for a time behind it.
    const file = join(folder.path, `${'a'.repeat(235)}.audit.jsonl`);
    const problems: string[] = [];
    const onProblem = (problem: string): number => problems.push(problem);
    const log = new AuditLog(file, { limits: () => SMALL, onProblem, now: () => new Date(0) });
    for (let count = 0; count < 12; count += 1) {
      await log.write({ type: 'wrong-token', address: `${count}`.padStart(4, '0') + LONG });
    }
    expect(await addressesOf(log)).toHaveLength(12);
    expect(problems).toEqual([expect.stringContaining('the audit log cannot be set aside, so it grows')]);
  });

  it('keeps what the file of the users says, which every change keeps', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.json');
    await writeFile(file, JSON.stringify({ formatVersion: 1, audit: { keepMegabytes: 1 }, users: [] }));
    await addUser(file, ANA);
    expect(await readAccessFile(file)).toMatchObject({ audit: SMALL, users: [{ name: 'ana' }] });
    const line = JSON.stringify({
      formatVersion: 1,
      type: 'wrong-token',
      at: '2026-03-01T12:00:00.000Z',
      address: LONG,
    });
    await writeFile(auditFile(file), `${line}\n`.repeat(8));
    await removeUser(file, 'ana');
    expect((await readdir(folder.path)).filter((name) => name.includes('audit.'))).toEqual([
      expect.stringMatching(/^access\.json\.audit\.\d{8}T\d{9}Z-[0-9a-f]{8}\.jsonl$/),
    ]);
    expect((await new AuditLog(auditFile(file)).last(1))[0]).toMatchObject({ action: 'remove', user: 'ana' });
  });

  it('gives its last lines, and leaves out what was cut off', async () => {
    await using folder = await temporaryFolder();
    const log = new AuditLog(join(folder.path, 'log'), { now: () => new Date(0) });
    expect(await log.last(5)).toEqual([]);
    await log.write({ type: 'wrong-token', address: '1' });
    await writeFile(log.file, `${await readFile(log.file, 'utf8')}{"type":"wrong-tok`);
    await log.write({ type: 'wrong-token', address: '2' });
    await log.write({ type: 'wrong-token', address: '3' });
    const addresses = (await log.last(2)).map((line) => ('address' in line ? line.address : null));
    expect(addresses).toEqual(['2', '3']);
    expect(await log.last(10)).toHaveLength(3);
  });
});
