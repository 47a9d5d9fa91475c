import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { probenchBenchmark } from '../src/benchmarks/probench/probench-benchmark.js';
import { smartSocketServer } from '../src/phone/server/smart-socket-server.js';
import { serveEnvironment } from '../src/testing/phones/served-environment.js';
import { NOTES, SphinxPhone } from './fixtures/sphinx-phone.js';
import { temporaryFolder } from './fixtures/sphinx-data.js';

const signal = new AbortController().signal;
const START = { task: 'a', repeat: 0, seed: 0 };
const task = (id: string, app: string) => ({ id, language: 'en', app, instruction: 'Go on.', type: 'state' });
const TASKS = {
  tasks: [task('a', 'notes'), task('b', 'elsewhere')],
  apps: { map: { notes: { package: NOTES }, elsewhere: { package: 'org.example.elsewhere' } } },
};

it(
  'does tasks of ProBench on a phone, in the apps that the task file names',
  { timeout: 60_000 },
  async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'tasks.en.json'), JSON.stringify(TASKS));
    await using served = await serveEnvironment(new SphinxPhone(), { start: START });
    await using server = await smartSocketServer({ phones: [served.device] });
    const phones = {
      server: { port: server.port },
      folder: join(folder.path, 'home'),
      variables: {},
      requireTrust: async () => {},
      onNote: () => {},
    };
    await using benchmark = await probenchBenchmark.open({
      mode: 'corrected',
      dataDirectory: folder.path,
      environment: { kind: 'android', devices: [], phones },
      signal,
    });
    const items = [];
    for await (const item of benchmark.items.list()) items.push(item);
    const [item, missing] = items;
    if (item === undefined) throw new Error('there is no item');
    expect(item).not.toHaveProperty('invalid');
    expect(missing).toMatchObject({
      invalid: expect.stringContaining('org.example.elsewhere is not installed') as string,
      invalidBy: 'user',
    });
    await using environment = await benchmark.items.environments.lend(item, { signal });
    const { screen } = await environment.reset(START, { signal });
    expect(screen.activity?.package).toBe(NOTES);
    const rules: string[] = [];
    for (let step = 0; step < 5; step += 1) {
      // Off every element: the screen stays.
      const result = await environment.step({ type: 'key', key: 'ENTER' }, { signal });
      rules.push(result.transition.rule);
    }
    expect(rules).toEqual(['performed', 'performed', 'performed', 'performed', 'early_stop']);
  },
);
