import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sphinxBenchmark } from '../src/benchmarks/sphinx/sphinx-benchmark.js';
import type { OpenBenchmarkOptions } from '../src/benchmarks/benchmark.js';
import { smartSocketServer } from '../src/phone/server/smart-socket-server.js';
import { serveEnvironment } from '../src/testing/phones/served-environment.js';
import { SphinxPhone, writePhoneTasks } from './fixtures/sphinx-phone.js';
import { temporaryFolder } from './fixtures/sphinx-data.js';

it("gives SPHINX's phones back where its data cannot be hashed", { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  await writePhoneTasks(data, [{ id: 1, says: 'press 1', apps: { notes: 'List' } }]);
  const start = { task: 'sphinx', repeat: 0, seed: 0 };
  await using served = await serveEnvironment(new SphinxPhone(), { start });
  await using server = await smartSocketServer({ phones: [served.device] });
  const options: OpenBenchmarkOptions = {
    mode: 'corrected',
    dataDirectory: data,
    environment: {
      kind: 'android',
      devices: [],
      phones: {
        server: { port: server.port },
        folder: join(folder.path, 'home'),
        variables: {},
        requireTrust: async () => {},
        onNote: () => {},
      },
    },
    signal: new AbortController().signal,
  };
  // Nobody reads a folder as rules.
  const rules = join(data, 'groundtruth/1/notes/evaluator.json');
  await rm(rules);
  await mkdir(rules);
  await expect(sphinxBenchmark.open(options)).rejects.toMatchObject({ place: { file: rules } });

  // The phone would be another's.
  await rm(rules, { recursive: true });
  await using opened = await sphinxBenchmark.open(options);
  expect(opened.items.environments.capacity).toBe(1);
});
