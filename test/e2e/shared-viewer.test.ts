import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHAPES } from '../../src/server/shapes.js';
import { generateRun } from '../fixtures/generated-run.js';
import { runTouchstone } from './run-touchstone.js';
import { startViewer } from './start-viewer.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shared-view-'));
  for (const team of ['red', 'blue']) {
    const run = `${team}-run`;
    await generateRun(join(folder, 'runs', team, run), { run, tasks: 2, steps: 2, model: 'm' });
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function add(name: string, ...flags: string[]): Promise<string> {
  const args = ['access', 'add', 'access.json', name, ...flags, '--json'];
  const { code, stdout, stderr } = await runTouchstone(args, { cwd: folder });
  expect([code, stderr]).toEqual([0, '']);
  return (JSON.parse(stdout) as { token: string }).token;
}

describe('touchstone view --access', () => {
  it('shows each team its own runs, on loopback with a token, and puts out who is removed', async () => {
    const red = await add('ana', '--team', 'red', '--role', 'runner');
    const blue = await add('ben', '--team', 'blue', '--role', 'viewer');
    const viewer = await startViewer(join(folder, 'runs'), ['--access', join(folder, 'access.json')]);
    const ask = async (path: string, token?: string): Promise<Response> =>
      fetch(new URL(`api/${path}`, viewer.address), {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
    const runs = async (token: string): Promise<readonly string[]> =>
      SHAPES.RunCards.parse(await (await ask('runs', token)).json()).map(({ id }) => id);
    try {
      expect(viewer.address).not.toContain('token');
      expect((await ask('runs')).status).toBe(401);
      await expect.poll(() => runs(red)).toEqual(['red-run']);
      await expect.poll(() => runs(blue)).toEqual(['blue-run']);
      expect((await ask('index?runs=blue-run', red)).status).toBe(404);
      // A stream over a real socket ends with whoever follows it.
      const reader = (await ask('events', red)).body?.getReader();
      await reader?.read();
      const over = reader?.closed.catch(() => 'cut off');
      expect((await runTouchstone(['access', 'remove', 'access.json', 'ana'], { cwd: folder })).code).toBe(0);
      while ((await reader?.read().catch(() => ({ done: true })))?.done === false);
      await over;
      expect((await ask('about', red)).status).toBe(401);
      expect((await ask('about', blue)).status).toBe(200);
    } finally {
      expect(await viewer.stop()).toBe(0);
    }
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const one of names.filter((entry) => entry.isFile())) {
      const text = await readFile(join(one.parentPath, one.name), 'latin1');
      expect([one.name, text.includes(red), text.includes(blue)]).toEqual([one.name, false, false]);
    }
  });
});
