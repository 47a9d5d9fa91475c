import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EpisodeView } from '../../src/report/view/episode-view.js';
import type { ReportIndex } from '../../src/report/view/report-index.js';
import type { RunCard } from '../../src/report/view/run-card.js';
import { SHAPES } from '../../src/server/shapes.js';
import { generateRun } from '../fixtures/generated-run.js';
import { runTouchstone } from './run-touchstone.js';
import { startViewer } from './start-viewer.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'view-'));
  const options = { tasks: 6, steps: 4, model: 'm', pictures: true, hostile: '</script><b>x</b>' };
  await generateRun(join(folder, 'first'), { run: 'first', ...options });
  await generateRun(join(folder, 'second run'), { run: 'second', ...options, seed: 2 });
  await mkdir(join(folder, 'no run'));
  await symlink(tmpdir(), join(folder, 'outside'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('touchstone view', () => {
  it('shows what a folder holds, takes notes, and ends cleanly while somebody follows it', async () => {
    const viewer = await startViewer(folder);
    const ask = async (path: string, init?: RequestInit): Promise<Response> =>
      fetch(new URL(`api/${path}`, viewer.address), init);
    const json = async (path: string, init?: RequestInit): Promise<unknown> => (await ask(path, init)).json();
    try {
      // They come one by one while the index is made.
      await expect
        .poll(async () => SHAPES.RunCards.parse(await json('runs')).map(({ id }) => id))
        .toEqual(expect.arrayContaining(['first', 'second run']));
      const index = (await json('index?runs=first&runs=second%20run')) as ReportIndex;
      expect(SHAPES.ReportIndex.safeParse(index).error).toBeUndefined();
      expect(index.runs).toHaveLength(2);
      expect(index.episodes.item).toHaveLength(12);
      for (const [at, item] of index.episodes.item.slice(0, 3).entries()) {
        const path = `runs/first/episodes/${encodeURIComponent(item)}/${index.episodes.repeat[at] ?? 0}`;
        const episode = (await json(path)) as EpisodeView;
        expect(SHAPES.EpisodeView.safeParse(episode).error).toBeUndefined();
        const address = episode.episode.steps.find(({ picture }) => picture !== null)?.picture ?? '';
        const picture = await fetch(new URL(`${address}?width=100`, viewer.address));
        expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
      }
      const note = { tags: ['nightly'], note: '<b>look</b>' };
      const written = await json('runs/first/notes', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(note),
      });
      expect(written).toMatchObject({ ...note, type: 'notes' });
      // Seen with the next look at the folder, whoever wrote it.
      await expect
        .poll(async () => ((await json('runs')) as RunCard[]).find(({ id }) => id === 'first'))
        .toMatchObject(note);
      expect((await ask('index?runs=outside')).status).toBeGreaterThanOrEqual(400);
      const page = await fetch(viewer.address);
      expect([page.status, page.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
      const events = await ask('events');
      const reader = events.body?.getReader();
      expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('retry:');
      expect(await viewer.stop()).toBe(0);
      await reader?.read().catch(() => undefined);
    } finally {
      await viewer.stop();
    }
  });

  it('asks for a token off loopback, which is behind # alone, and only reads where it is told to', async () => {
    const viewer = await startViewer(folder, ['--host', '0.0.0.0', '--read-only']);
    try {
      const [place = '', token = ''] = viewer.address.split('#token=');
      expect(token).toMatch(/^[\w-]{32}$/);
      expect((await fetch(`${place}api/runs`)).status).toBe(401);
      const authorization = { authorization: `Bearer ${token}` };
      const session = await fetch(`${place}api/session`, { method: 'POST', headers: authorization });
      const [cookie = ''] = (session.headers.get('set-cookie') ?? '').split(';');
      expect((await fetch(`${place}api/runs`, { headers: { cookie } })).status).toBe(200);
      const note = { method: 'PUT', headers: { cookie, 'content-type': 'application/json' }, body: '{}' };
      expect((await fetch(`${place}api/runs/first/notes`, note)).status).toBe(404);
    } finally {
      expect(await viewer.stop()).toBe(0);
    }
  });

  it('says what is wrong with a folder and a token', async () => {
    const missing = await runTouchstone(['view', join(folder, 'nothing'), '--no-open']);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('is no folder of runs')]);
    const weak = await runTouchstone(['view', folder, '--no-open', '--host', '0.0.0.0'], {
      env: { TOUCHSTONE_VIEW_TOKEN: 'short' },
    });
    expect([weak.code, weak.stderr]).toEqual([2, expect.stringContaining('TOUCHSTONE_VIEW_TOKEN')]);
  });
});
