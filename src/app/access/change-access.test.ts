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
