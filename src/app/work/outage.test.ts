import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildProgram } from '../../cli/program.js';
import { indexRun, readRunStart } from '../../formats/run/run-index.js';
import { commandContext } from '../../testing/command-context.js';
import { openModelEndpoint } from '../../testing/models/model-endpoint.js';
import { MemoryRunQueue } from '../../testing/queue/memory-run-queue.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { workOnRuns, type WorkEvent } from './work-on-runs.js';

it('a worker whose model is gone stops the run for all, as the run would stop on one machine', async () => {
  await using folder = await temporaryFolder();
  const environment = { TOUCHSTONE_HOME: join(folder.path, 'home') };
  // Nobody waits so long: three in a row, and the model counts as gone.
  const headers = { 'retry-after': '3600' };
  await using endpoint = await openModelEndpoint(() => ({ fault: 'status', status: 429, headers }));
  const { baseUrl } = endpoint;
  const { context, exitCode, told } = commandContext({ workingDirectory: folder.path, environment });
  const model = ['--agent', 'react', '--dialect', 'generic_call', '--model', 'm', '--base-url', baseUrl];
  const words = ['run', 'pocket', ...model, '--limit', '4', '--concurrency', '1'];
  const all = [...words, '--no-preflight', '--run-id', 'one'];
  const program = await buildProgram(context, all);
  await program.parseAsync(['node', 'touchstone', ...all]);
  const alone = [exitCode(), told()];
  expect(alone[0]).toBe(5);
  expect(alone[1]).toContain('Stopped by an outage');

  const directory = join(folder.path, 'runs', 'one');
  const [start, index] = [await readRunStart(directory), await indexRun(directory)];
  if (start === null) throw new Error('the run has begun');
  expect([index.items.size, index.stoppedBy?.fault]).toEqual([3, 'model']);
  await using queue = new MemoryRunQueue();
  const items = [...index.tasks.keys(), 'other'].map((item) => ({ key: { item, repeat: 0 } }));
  await queue.add('one', items);
  const names = { run: 'one', folder: 'one', benchmark: 'pocket', agent: 'react' };
  const budgets = { seconds: null, tokens: null, money: null };
  const { identityHash } = start;
  await queue.announce({ ...names, identityHash, planned: 4, needs: [], budgets }, new Map());
  const events: WorkEvent[] = [];
  const never = new AbortController().signal;
  const done = await workOnRuns({
    queue,
    environment,
    runsFolder: join(folder.path, 'runs'),
    name: 'w',
    concurrency: 1,
    has: null,
    once: true,
    trustsSettings: false,
    leaseMs: 30_000,
    drainMs: 1_000,
    interrupted: never,
    killed: never,
    onWork: (event) => events.push(event),
  });
  // It has joined once, and voided what it was at: the rest waits.
  expect([done, events.map(({ type }) => type)]).toEqual([3, ['run-join', 'run-leave']]);
  const [run] = await queue.runs();
  expect(run).toMatchObject({
    state: 'stopped',
    counts: { waiting: 1, active: 0 },
    stoppedBy: { worker: 'w', failure: index.stoppedBy, isOutage: true },
  });
});
