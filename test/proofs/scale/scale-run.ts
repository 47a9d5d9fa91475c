import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WatchedItems } from '../../../src/app/distribute/watched-items.js';
import { identityHash } from '../../../src/engine/run-identity.js';
import { startRun, type RunSummary } from '../../../src/engine/run.js';
import type { EndpointLimit } from '../../../src/models/gateway/endpoint-limit.js';
import type { Model } from '../../../src/models/model.js';
import { scriptedModel } from '../../../src/models/scripted.js';
import { openRunQueue } from '../../../src/queue/open-run-queue.js';
import type { QueuedRun } from '../../../src/queue/run-queue.js';
import { fakeAgent } from '../../../src/testing/fake-agent.js';
import { fakeBenchmark } from '../../../src/testing/fake-benchmark.js';
import { buildRun, type FakeRunParts } from '../../../src/testing/run-fakes/run-fake.js';
import { bundleChild } from '../bundle-child.js';

/** What is run: so many items, each decision asking a model that takes so long. */
export interface ScaleRun {
  readonly items: number;
  /** Of a call; the mean where they differ. */
  readonly modelMs: number;
  /** Whether half of the calls are quick and half are slow, as the question has it. */
  readonly varies?: boolean;
  /** Calls at a time that the endpoint takes of all workers together; as many as come unless given. */
  readonly atOnce?: number;
}

/** The run, alike in every process. `onAsk` hears of each question: item, step. */
export function scaleParts(
  { items, modelMs, varies = false }: ScaleRun,
  onDecide: (item: string, step: number) => void = () => undefined,
): FakeRunParts {
  return {
    benchmark: fakeBenchmark({ items }),
    agent: fakeAgent({
      asksModel: true,
      onDecide: ({ task, repeat }, step) => {
        onDecide(`${task.id}#${repeat}`, step);
        return undefined;
      },
    }),
    models: { actor: varies ? unevenModel(modelMs) : evenModel(modelMs) },
    operation: { concurrency: 1 },
  };
}

function evenModel(latencyMs: number): Model {
  return scriptedModel(() => ({ text: 'on', usage: { inputTokens: 10, outputTokens: 2 } }), { latencyMs });
}

/** Slow for every other question, by its last sign: questions are digests. */
function unevenModel(meanMs: number): Model {
  const [quick, slow] = [evenModel(0.4 * meanMs), evenModel(1.6 * meanMs)];
  return {
    identity: quick.identity,
    generate: (request, options) => {
      const sign = JSON.stringify(request.messages).match(/[0-9a-f](?=[^0-9a-f]*$)/)?.[0] ?? '0';
      return (Number.parseInt(sign, 16) % 2 === 0 ? quick : slow).generate(request, options);
    },
  };
}

/** The model at an endpoint whose places all workers share, as the gateway keeps to them: a call's time is that after its wait. */
export function limitedModel(model: Model, limit: EndpointLimit): Model {
  return {
    identity: model.identity,
    generate: async (request, options) => {
      const ticket = await limit.acquire(options.signal);
      try {
        return await model.generate(request, options);
      } finally {
        limit.release(ticket, 'served');
      }
    },
  };
}

const CHILD = fileURLToPath(new URL('scale-child.ts', import.meta.url));

/** A worker in a process of its own. */
export interface ScaleWorker {
  readonly name: string;
  readonly process: ChildProcess;
  /** What it wrote on stderr. */
  readonly errors: () => string;
}

/** @param options.netns network namespace that it runs in */
export async function startWorker(
  name: string,
  run: ScaleRun,
  options: {
    readonly url: string;
    readonly runs: string;
    readonly leaseMs: number;
    readonly netns?: string;
  },
): Promise<ScaleWorker> {
  const words = [
    await bundleChild(CHILD),
    name,
    options.url,
    options.runs,
    String(options.leaseMs),
    String(run.items),
    String(run.modelMs),
    String(run.varies ?? false),
    String(run.atOnce ?? 0),
  ];
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  const child =
    options.netns === undefined
      ? spawn(process.execPath, words, { stdio: [...stdio] })
      : spawn('ip', ['netns', 'exec', options.netns, process.execPath, ...words], { stdio: [...stdio] });
  let errors = '';
  child.stderr?.on('data', (data: Buffer) => (errors += data.toString()));
  return { name, process: child, errors: () => errors };
}

export async function kill(worker: ScaleWorker, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (worker.process.exitCode !== null || worker.process.signalCode !== null) return;
  const ended = once(worker.process, 'exit');
  worker.process.kill(signal);
  await ended;
}

/** Coordinates the run until all is done. `onEnd` hears how many items are. */
export async function coordinate(
  directory: string,
  run: ScaleRun,
  url: string,
  onEnd: (done: number) => void,
): Promise<RunSummary> {
  const built = buildRun(directory, scaleParts(run));
  const { benchmark, configuration } = built;
  const queued: QueuedRun = {
    run: basename(directory),
    folder: basename(directory),
    benchmark: benchmark.name,
    agent: built.agent.name,
    identityHash: identityHash(configuration.identity),
    planned: run.items,
    needs: [],
    budgets: configuration.operation.budgets,
  };
  await using queue = await openRunQueue(url, { onNote: () => undefined });
  await using items = new WatchedItems({
    queue,
    run: queued,
    directory,
    benchmark,
    configuration,
    retryVoided: false,
    onNote: () => undefined,
    ended: new AbortController().signal,
  });
  let done = 0;
  const summary = await startRun({
    ...built,
    run: queued.run,
    queue: items,
    onEvent: ({ type }) => {
      if (type === 'item-end') onEnd((done += 1));
    },
  });
  await queue.remove(queued.run);
  return summary;
}
