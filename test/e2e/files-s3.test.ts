import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectStores } from '../../src/app/files/connect-stores.js';
import { runContents } from '../../src/app/files/run-contents.js';
import { openResultsFolder } from '../../src/app/view/open-results-folder.js';
import { objectPath } from '../../src/files/object-hash.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { openS3Server } from '../fixtures/s3-server.js';
import { runTouchstone } from './run-touchstone.js';

const DIST = new URL('../../dist/', import.meta.url);

/** A benchmark on screens that are live, each with a picture of its own. */
const PLUGIN = `
import { changeEnvironments, fakeBenchmark } from ${JSON.stringify(new URL('testing/fake-benchmark.js', DIST).href)};
import { smallPng } from ${JSON.stringify(new URL('testing/small-png.js', DIST).href)};

const shown = (item, { screen, ...rest }) => {
  const load = async () => Buffer.concat([smallPng({ width: 100, height: 200 }), Buffer.from(item.id + screen.id)]);
  return { ...rest, screen: { ...screen, picture: { mediaType: 'image/png', load } } };
};
const change = (environment, item) => {
  const [reset, step, observe] = ['reset', 'step', 'observe'].map((name) => environment[name].bind(environment));
  environment.reset = async (...given) => shown(item, await reset(...given));
  environment.observe = async (...given) => shown(item, await observe(...given));
  environment.step = async (...given) => {
    const result = await step(...given);
    return result.type === 'observed' ? { ...result, observation: shown(item, result.observation) } : result;
  };
  return environment;
};
const stairs = {
  name: 'stairs', title: 'stairs', protocol: 'interactive', defaultMode: 'corrected', splits: ['all'],
  needsData: false,
  open: async () => changeEnvironments(fakeBenchmark({ live: true, items: 4, stepMs: 20 }), change),
};
export default { kind: 'plugin', name: 'stairs', version: '1', benchmarks: [stairs], agents: [], dialects: [], evaluators: [] };
`;

it('keeps the pictures of a run that is killed in a store, from which it goes on, is shown and reported', async () => {
  await using folder = await temporaryFolder();
  await using server = await openS3Server('bench');
  const plugin = join(folder.path, 'stairs.mjs');
  await writeFile(plugin, PLUGIN);
  const env = { ...server.environment, TOUCHSTONE_HOME: join(folder.path, 'home') };
  const options = { cwd: folder.path, env };
  const killed = await runTouchstone(
    `run stairs --plugin ${plugin} --agent random --max-steps 6 --concurrency 2 --run-id one --files s3://bench/p --events`.split(
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

  const reported = await runTouchstone(['report', 'one', '--output', 'report.html'], options);
  expect(reported.code, reported.stderr).toBe(0);
  const copies = await readdir(join(folder.path, 'report.html-pictures'), { recursive: true });
  const [copy = ''] = copies.filter((name) => name.endsWith('.png'));
  const bytes = await readFile(join(folder.path, 'report.html-pictures', copy));
  expect(bytes.toString('latin1')).toContain('walk-');

  // As another machine, which has no copy of its own.
  const elsewhere = { ...server.environment, TOUCHSTONE_HOME: join(folder.path, 'elsewhere') };
  connectStores(elsewhere);
  await using viewer = await openResultsFolder(join(folder.path, 'runs'), { environment: elsewhere });
  await viewer.settled();
  const hash = /([0-9a-f]{64})/.exec(copy)?.[1] ?? '';
  const seen = await viewer.screen('one', { hash }, 'picture');
  expect(Buffer.from(seen?.bytes ?? [])).toEqual(bytes);
}, 60_000);
