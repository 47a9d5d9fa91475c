import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectStores } from '../../src/app/files/connect-stores.js';
import { runContents } from '../../src/app/files/run-contents.js';
import { openResultsFolder } from '../../src/app/view/open-results-folder.js';
import { objectPath } from '../../src/files/object-hash.js';
import { smallPng } from '../../src/testing/small-png.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { openS3Server } from '../fixtures/s3-server.js';
import { runTouchstone } from './run-touchstone.js';

const PNG = smallPng({ width: 8, height: 8 });

/** A benchmark on live screens, each with a picture of its own: stairs that any step climbs. */
const PLUGIN = `
const png = Buffer.from('${PNG.toString('base64')}', 'base64');
const task = (id) => ({ id, instructions: { en: 'climb' }, apps: ['Stairs'], tags: [], milestones: [], evaluators: [] });
const stairs = (id) => {
  let floor = 0;
  const load = (text) => async () => Buffer.concat([png, Buffer.from(text)]);
  const see = () => ({
    screen: {
      id: 'floor-' + floor, size: { width: 8, height: 8 }, activity: null, hierarchy: null,
      picture: { mediaType: 'image/png', load: load(id + ' on floor ' + floor) },
    },
  });
  return {
    capabilities: { snapshot: false, deterministic: true, stable: true, pictures: true, hierarchy: false, activity: false },
    get state() { return 'floor-' + floor; },
    reset: async () => ((floor = 0), see()),
    observe: async () => see(),
    step: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      floor += 1;
      return { type: 'observed', observation: see(), transition: { rule: 'climb', next: 'floor-' + floor } };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
};
const benchmark = {
  name: 'stairs', version: '1', mode: 'corrected', split: 'all', dataHash: '0'.repeat(64), warnings: [],
  items: {
    protocol: 'interactive', defaultMaxSteps: 6,
    async *list() { for (const id of ['a', 'b', 'c', 'd']) yield { id, task: task(id) }; },
    environments: { identity: { kind: 'stairs' }, capacity: Infinity, lend: async ({ id }) => stairs(id) },
  },
  scorer: {
    score: async (item, _, mode) => ({ mode, scores: [], success: true, completion: 1 }),
    tables: async () => [],
  },
  [Symbol.asyncDispose]: async () => undefined,
};
const definition = {
  name: 'stairs', title: 'stairs', protocol: 'interactive', defaultMode: 'corrected', splits: ['all'], needsData: false,
  open: async () => benchmark,
};
export default { kind: 'plugin', name: 'stairs', version: '1', benchmarks: [definition], agents: [], dialects: [], evaluators: [] };
`;

it('keeps the pictures of a run that is killed in a store, from which it goes on, is shown and reported', async () => {
  await using folder = await temporaryFolder();
  await using server = await openS3Server('bench');
  const plugin = join(folder.path, 'stairs.mjs');
  await writeFile(plugin, PLUGIN);
  const env = { ...server.environment, TOUCHSTONE_HOME: join(folder.path, 'home') };
  const options = { cwd: folder.path, env };
  const killed = await runTouchstone(
    `run stairs --plugin ${plugin} --agent random --concurrency 2 --run-id one --files s3://bench/p --events`.split(
      ' ',
    ),
    { ...options, signals: [{ after: '"step":3', signal: 'SIGKILL' }] },
  );
  expect([killed.signal, killed.stderr]).toEqual(['SIGKILL', expect.stringContaining('item-start')]);
  const run = join(folder.path, 'runs', 'one');
  const { signal } = new AbortController();
  const bucket = server.buckets.get('bench');
  const kept = async (): Promise<number> => {
    const named = await runContents(run, { signal });
    for (const hash of named.keys()) expect(bucket?.has(`p/${objectPath(hash)}`)).toBe(true);
    return named.size;
  };
  const before = await kept();
  expect(before).toBeGreaterThan(0);

  const resumed = await runTouchstone(['resume', 'one', '--trust-settings'], options);
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(await kept()).toBeGreaterThan(before);
  expect(await readdir(run)).not.toContain('files');
  const puts = server.requests.filter(({ method, status }) => method === 'PUT' && status === 200);
  const sent = puts.map(({ key }) => key).filter((key) => !key.endsWith('.json'));
  expect(new Set(sent).size).toBe(sent.length);
  const checked = await runTouchstone(['files', 'check', 'one', '--json'], options);
  expect(JSON.parse(checked.stdout)).toMatchObject({ lost: [] });

  // A plug-in that is opened by nobody might show anybody: unless one asks for it, there are no pictures.
  const words = ['report', 'one', '--pictures', 'link', '--out', 'report.html'];
  const reported = await runTouchstone(words, options);
  expect(reported.code, reported.stderr).toBe(0);
  const copies = await readdir(join(folder.path, 'report.html-pictures'), { recursive: true });
  const [copy = ''] = copies.filter((name) => name.endsWith('.png'));
  const bytes = await readFile(join(folder.path, 'report.html-pictures', copy));
  expect(bytes.toString('latin1')).toContain('on floor');

  // As another machine, which has no copy of its own.
  const elsewhere = { ...server.environment, TOUCHSTONE_HOME: join(folder.path, 'elsewhere') };
  connectStores(elsewhere);
  const shown = { environment: elsewhere, pictures: 'link' as const };
  await using viewer = await openResultsFolder(join(folder.path, 'runs'), shown);
  await viewer.settled();
  const hash = /([0-9a-f]{64})/.exec(copy)?.[1] ?? '';
  const seen = await viewer.screen('one', { hash }, 'picture');
  expect(Buffer.from(seen?.bytes ?? [])).toEqual(bytes);
}, 60_000);
