import { mkdir, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openResultsFolder } from '../src/app/view/open-results-folder.js';
import { ViewerEventSchema, type ViewerEvent } from '../src/report/view/viewer-event.js';
import { viewerApi } from '../src/server/viewer-api.js';
import type { ViewerServices } from '../src/server/viewer-services.js';
import { servedHosts } from '../src/http/served-hosts.js';
import { MemoryRunQueue } from '../src/testing/queue/memory-run-queue.js';
import { temporaryFolder } from '../src/testing/run-fakes/run-fake.js';
import { coordinate, ITEMS, work } from './fixtures/distributed-fake-run.js';
import { generateRun } from './fixtures/generated-run.js';

/** What the server says as it happens. */
async function follow(reader: ReadableStreamDefaultReader<Uint8Array>, heard: ViewerEvent[]): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data:')) continue;
      const event = ViewerEventSchema.safeParse(JSON.parse(line.slice(5)));
      if (event.success) heard.push(event.data);
    }
  }
}

it('hears over HTTP of each episode of a run that two workers do, while they do it', async () => {
  await using folder = await temporaryFolder();
  const many = join(folder.path, 'runs', 'many');
  await mkdir(many, { recursive: true });
  const environment = { TOUCHSTONE_HOME: join(folder.path, 'home') };
  await using results = await openResultsFolder(join(folder.path, 'runs'), { environment, pollMs: 20 });
  const api = viewerApi({ results } as unknown as ViewerServices, {
    token: null,
    page: folder.path,
    hosts: servedHosts('127.0.0.1'),
  });
  const answer = await api.request('http://127.0.0.1/api/events');
  const heard: ViewerEvent[] = [];
  if (answer.body === null) throw new Error('events have a body');
  const reader = answer.body.getReader();
  const following = follow(reader, heard);
  await using queue = new MemoryRunQueue();
  const coordinating = coordinate(many, queue);
  await vi.waitUntil(() => heard.some((one) => one.type === 'run' && one.run.state === 'running'), 20_000);
  await Promise.all([work(many, queue, 'a'), work(many, queue, 'b')]);
  expect((await coordinating).status).toBe('complete');
  await results.settled();
  const last = () => heard.findLast((one) => one.type === 'run');
  await vi.waitUntil(() => last()?.run.state === 'complete', 20_000);
  expect(last()?.run.finished).toBe(ITEMS);
  const ended = heard.flatMap((one) => (one.type === 'episode' && one.ended ? [one.item] : []));
  expect(new Set(ended).size).toBe(ITEMS);
  const list = (await (await api.request('http://127.0.0.1/api/runs')).json()) as { finished: number }[];
  expect(list.map(({ finished }) => finished)).toEqual([ITEMS]);
  await reader.cancel();
  await following;
});

it('shows a run of which the coordinator died as running while a worker on another host has it', async () => {
  await using folder = await temporaryFolder();
  const run = join(folder.path, 'runs', 'many');
  await generateRun(run, { run: 'many', tasks: 4, crashAfter: 2, isScored: false });
  const { pid } = spawnSync(process.execPath, ['--version']);
  const lock = { pid, host: hostname(), started: null, token: 't' };
  await writeFile(join(run, 'lock'), JSON.stringify(lock));
  await writeFile(join(run, 'lock-w'), JSON.stringify({ ...lock, host: `not-${hostname()}` }));
  const environment = { TOUCHSTONE_HOME: join(folder.path, 'home') };
  await using results = await openResultsFolder(join(folder.path, 'runs'), { environment, pollMs: 20 });
  await results.settled();
  expect((await results.runs())[0]).toMatchObject({ state: 'running', finished: 2 });
  await rm(join(run, 'lock-w'));
  await results.settled();
  expect((await results.runs())[0]).toMatchObject({ state: 'crashed' });
});
