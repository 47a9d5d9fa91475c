import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../../test/fixtures/run-in-process.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';

describe('touchstone access', () => {
  it('prints a token once, and shows users and log without it', async () => {
    await using folder = await temporaryFolder();
    const call = async (...args: string[]) =>
      runInProcess(['access', ...args, '--json'], { cwd: folder.path });
    const added = await call('add', 'access.json', 'ana', '--team', 'red', '--role', 'runner');
    const { token, user } = JSON.parse(added.stdout) as { token: string; user: object };
    expect(user).toEqual({ name: 'ana', team: 'red', role: 'runner', since: expect.any(String) });
    const renewed = JSON.parse((await call('renew', 'access.json', 'ana')).stdout) as { token: string };
    expect(renewed.token).not.toBe(token);
    const listed = await call('list', 'access.json');
    expect(JSON.parse(listed.stdout)).toMatchObject({ users: [{ name: 'ana' }] });
    const plain = await runInProcess(['access', 'add', 'access.json', 'ops', '--role', 'operator'], {
      cwd: folder.path,
    });
    expect(plain.stdout).toMatch(/^ops is an operator\. .*\n\n {4}[\w-]{43}\n\n/);
    const removed = await call('remove', 'access.json', 'ana');
    const log = await call('log', 'access.json');
    const { lines } = JSON.parse(log.stdout) as { lines: { action: string }[] };
    expect(lines.map(({ action }) => action)).toEqual(['add', 'renew', 'add', 'remove']);
    const table = await runInProcess(['access', 'log', 'access.json', '--last', '1'], { cwd: folder.path });
    expect(table.stdout).toContain('remove ana (runner)');
    const said = [listed, removed, log, table].map(({ stdout, stderr }) => stdout + stderr).join('');
    const file = await readFile(join(folder.path, 'access.json'), 'utf8');
    for (const one of [token, renewed.token]) expect(`${said}${file}`).not.toContain(one);
  });

  it('says what does not fit', async () => {
    await using folder = await temporaryFolder();
    const call = async (...args: string[]) => runInProcess(['access', ...args], { cwd: folder.path });
    const cases: readonly (readonly [readonly string[], number, string])[] = [
      [['add', 'a.json', 'ana', '--role', 'king'], 2, '--role'],
      [['add', 'a.json', 'ana', '--role', 'viewer'], 2, '--team'],
      [['list', 'a.json'], 3, 'no such file'],
      [['log', 'a.json'], 3, 'no such file'],
      [['remove', 'a.json', 'ana'], 3, 'no such file'],
      [['add', 'nowhere/a.json', 'ana', '--role', 'operator'], 4, 'written'],
    ];
    for (const [args, code, words] of cases) {
      const told = await call(...args);
      expect([args, told.code, told.stderr]).toEqual([args, code, expect.stringContaining(words)]);
    }
  });
});
