/*
 * A worker in a process of its own, to be killed: takes items of the runs that the queue has until it is told to end. Adds
 * each decision to `decisions-NAME.log` of the run's folder, with the time of the machine's steady clock.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LaneItems } from '../../../src/app/work/lane-items.js';
import { resumeRun } from '../../../src/engine/run.js';
import { openRunQueue } from '../../../src/queue/open-run-queue.js';
import type { EndpointLimit } from '../../../src/models/gateway/endpoint-limit.js';
import type { ModelRoles } from '../../../src/models/model.js';
import { buildRun, type FakeRunParts } from '../../../src/testing/run-fakes/run-fake.js';
import { limitedModel, scaleParts } from './scale-run.js';

const [name = '', url = '', runs = '', lease = '0', items = '0', model = '0', varies, atOnce = '0'] =
  process.argv.slice(2);
const run = { items: Number(items), modelMs: Number(model), varies: varies === 'true' };
const end = new AbortController();
process.on('SIGTERM', () => end.abort());

const queue = await openRunQueue(url, { onNote: (note) => process.stderr.write(`${note}\n`) });
const session = String(process.pid);
await queue.beat(
  { name, session, host: 'here', pid: process.pid, version: '0', run: null, items: 0 },
  60_000,
);
while (!end.signal.aborted) {
  const next = (await queue.runs()).find(({ state, counts }) => state === 'open' && counts.waiting > 0);
  if (next === undefined) {
    await sleep(50);
    continue;
  }
  const directory = join(runs, next.folder);
  const log = join(directory, `decisions-${name}.log`);
  const parts = scaleParts(run, (item, step) =>
    appendFileSync(log, `${item} ${step} ${process.hrtime.bigint() / 1_000_000n}\n`),
  );
  await using limits = queue.limits(next, { leaseMs: Number(lease) });
  const limit = Number(atOnce) === 0 ? null : limits.of('endpoint', Number(atOnce));
  const built = buildRun(directory, limit === null ? parts : { ...parts, models: limited(parts, limit) });
  await using lane = await queue.join(next, { writer: name, leaseMs: Number(lease) });
  await using given = await LaneItems.open(lane, built.benchmark, {
    directory,
    drain: end.signal,
    idleMs: 2_000,
  });
  await using ledger = await queue.ledger(next, { writer: name });
  await resumeRun({ ...built, writer: name, queue: given, ledger, stop: end.signal });
}
await queue[Symbol.asyncDispose]();
process.exit(0);

function limited({ models = {} }: FakeRunParts, limit: EndpointLimit): ModelRoles {
  return Object.fromEntries(Object.entries(models).map(([role, one]) => [role, limitedModel(one, limit)]));
}
