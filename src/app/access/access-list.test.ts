import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { AccessList } from './access-list.js';
import { addUser, removeUser, renewUser } from './change-access.js';

describe('AccessList', () => {
  it('knows everybody by their token alone, as the file is now', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.json');
    const ana = await addUser(file, { name: 'ana', role: 'runner', team: 'red' });
    using users = await AccessList.open(file);
    expect(await users.userOf(ana.token)).toEqual(ana.user);
    const ben = await addUser(file, { name: 'ben', role: 'viewer', team: 'blue' });
    expect(await users.userOf(ben.token)).toEqual(ben.user);
    for (const wrong of ['', 'ana', `${ana.token} `, ana.token.slice(1), ana.user.tokenSha256]) {
      expect(await users.userOf(wrong)).toBeNull();
    }
    const again = await renewUser(file, 'ana');
    expect(await users.userOf(ana.token)).toBeNull();
    expect(await users.userOf(again.token)).toMatchObject({ name: 'ana' });
    await removeUser(file, 'ben');
    expect(await users.userOf(ben.token)).toBeNull();
    expect(await users.named('ben')).toBeNull();
  });

  it('lets nobody in while the file is broken or gone, and says where', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.json');
    const { user, token } = await addUser(file, { name: 'ana', role: 'runner', team: 'red' });
    using users = await AccessList.open(file);
    const broken = { ...user, role: 'king' };
    await writeFile(file, JSON.stringify({ formatVersion: 1, users: [broken] }));
    await expect(users.userOf(token)).rejects.toMatchObject({
      code: 'FILE_SCHEMA',
      place: { file, line: 1, path: ['users', 0, 'role'] },
    });
    await writeFile(file, JSON.stringify({ formatVersion: 2, users: [] }));
    await expect(users.userOf(token)).rejects.toMatchObject({ code: 'FORMAT_VERSION' });
    await writeFile(file, JSON.stringify({ formatVersion: 1, users: [user, user] }));
    await expect(users.userOf(token)).rejects.toMatchObject({ place: { path: ['users', 1, 'name'] } });
    await rm(file);
    await expect(users.userOf(token)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await writeFile(file, JSON.stringify({ formatVersion: 1, users: [user] }));
    expect(await users.userOf(token)).toEqual(user);
  });

  it('says once for each change that the file is broken, though nobody asks, and that it is sound again', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.json');
    const { user, token } = await addUser(file, { name: 'ana', role: 'runner', team: 'red' });
    const heard: string[] = [];
    const onProblem = (problem: Error | null): void => void heard.push(problem?.message ?? 'sound');
    using users = await AccessList.open(file, { onProblem });
    const said = (count: number): Promise<void> =>
      vi.waitFor(() => expect(heard).toHaveLength(count), { timeout: 10_000 });
    await writeFile(file, '{');
    await said(1);
    expect(heard[0]).toContain(`${file}:1:2`);
    for (let asked = 0; asked < 3; asked += 1) await expect(users.userOf(token)).rejects.toThrow();
    expect(heard).toHaveLength(1);
    await writeFile(file, JSON.stringify({ formatVersion: 1, users: [{ ...user, role: 'king' }] }));
    await said(2);
    expect(users.auditLimits.keepDays).toBeNull();
    await writeFile(file, JSON.stringify({ formatVersion: 1, audit: { keepDays: 30 }, users: [user] }));
    await said(3);
    expect(heard[2]).toBe('sound');
    expect(users.auditLimits).toEqual({ keepMegabytes: 256, keepDays: 30 });
    expect(await users.teams()).toEqual(['red']);
  });

  it('tells whoever follows somebody that they are gone, changed, or were gone before', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'access.json');
    const ana = await addUser(file, { name: 'ana', role: 'runner', team: 'red' });
    const ben = await addUser(file, { name: 'ben', role: 'viewer', team: 'red' });
    using users = await AccessList.open(file);
    const [anaGone, benGone, late, over] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    users.follow(ana.user, anaGone);
    users.follow(ben.user, benGone);
    users.follow(ana.user, over)();
    await removeUser(file, 'ana');
    // Nobody asks anything: the file itself is looked at.
    await vi.waitFor(() => expect(anaGone).toHaveBeenCalledTimes(1), { timeout: 5_000 });
    users.follow(ana.user, late);
    await vi.waitFor(() => expect(late).toHaveBeenCalledTimes(1));
    expect(benGone).not.toHaveBeenCalled();
    await renewUser(file, 'ben');
    await vi.waitFor(() => expect(benGone).toHaveBeenCalledTimes(1), { timeout: 5_000 });
    expect([anaGone.mock.calls.length, over.mock.calls.length]).toEqual([1, 0]);
  });
});
