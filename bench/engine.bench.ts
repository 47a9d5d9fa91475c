import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchRow } from './bench-row.js';
import { collectGarbage } from './collect-garbage.js';
import type { Agent } from '../src/agents/agent.js';
import { noOpAgent } from '../src/agents/baselines/no-op.js';
import { statelessAgent } from '../src/agents/baselines/stateless-agent.js';
import { startRun } from '../src/engine/run.js';
import type { JournalEvent } from '../src/formats/run/journal/event.js';
import { EventFileWriter } from '../src/formats/run/journal/event-file-writer.js';
import { indexRun } from '../src/formats/run/run-index.js';
import { scriptedModel } from '../src/models/scripted.js';
import { fakeBenchmark } from '../src/testing/fake-benchmark.js';
import { runStartEvent } from '../src/testing/run-fakes/run-events.js';
import { buildRun, temporaryFolder, type FakeRunParts } from '../src/testing/run-fakes/run-fake.js';

const AT_ONCE = 1_000;
/** Episodes that follow each other in each of the places. */
const ROUNDS = 3;
/** The same where memory is measured: what is not given back shows once the places have drifted apart in time. */
const WEIGHED_ROUNDS = 6;
const STEPS = 8;
const ANSWER_MS = 500;

/** The engine at work: many episodes that wait for a model, and journals as fast as they go. On the disk of `TMPDIR`. */
export async function run(): Promise<BenchRow[]> {
  return [...(await waitingEpisodes()), ...(await journaledSteps()), ...(await eventsPerSecond())];
}

/** A thousand episodes at once, each waiting half a second for each of its decisions. Timed and weighed apart. */
async function waitingEpisodes(): Promise<BenchRow[]> {
  const elapsedMs = await runWaiting(ROUNDS);
  const idealMs = ROUNDS * STEPS * ANSWER_MS;
  const used = await weighWaiting();
  const name = `${AT_ONCE} episodes at once, ${ROUNDS * STEPS} steps one after the other, answers in ${ANSWER_MS} ms`;
  return [
    { name: `engine: ${name}`, value: rounded(elapsedMs / idealMs), unit: '× ideal', target: '<= 1.05' },
    {
      name: 'engine: highest live memory in the last third over the one before',
      value: growth(used.map(({ live }) => live)),
      unit: 'MB',
      target: 'flat',
    },
    { name: 'engine: highest live memory', value: highest(used.map(({ live }) => live)), unit: 'MB' },
    {
      name: 'engine: highest resident memory in the last third over the one before',
      value: growth(used.map(({ resident }) => resident)),
      unit: 'MB',
    },
    {
      name: 'engine: highest resident memory',
      value: highest(used.map(({ resident }) => resident)),
      unit: 'MB',
    },
  ];
}

async function runWaiting(rounds: number): Promise<number> {
  await using folder = await temporaryFolder({ onDisk: true });
  const parts: FakeRunParts = {
    benchmark: fakeBenchmark({ items: AT_ONCE * rounds, maxSteps: STEPS }),
    agent: askingAgent(),
    models: { actor: scriptedModel(() => 'NEXT', { latencyMs: ANSWER_MS }) },
    operation: { concurrency: AT_ONCE },
  };
  const startedAt = performance.now();
  await startRun({ ...buildRun(folder.path, parts), onEvent: () => undefined });
  return performance.now() - startedAt;
}

/** Megabytes at one time: what JavaScript holds, and what the system has given the process. */
interface Weight {
  readonly live: number;
  readonly resident: number;
}

/** The same but longer, its garbage collected before each look; that takes time, so it is not the run that is timed. */
async function weighWaiting(): Promise<readonly Weight[]> {
  const weights: Weight[] = [];
  const timer = setInterval(() => {
    collectGarbage();
    const { heapUsed, external, rss } = process.memoryUsage();
    weights.push({ live: (heapUsed + external) / 1e6, resident: rss / 1e6 });
  }, ANSWER_MS / 2);
  try {
    await runWaiting(WEIGHED_ROUNDS);
  } finally {
    clearInterval(timer);
  }
  return weights;
}

/** How much higher the last third goes than the one before it. */
function growth(samples: readonly number[]): number {
  const third = Math.floor(samples.length / 3);
  return rounded(Math.max(...samples.slice(-third)) - Math.max(...samples.slice(-2 * third, -third)));
}

function highest(samples: readonly number[]): number {
  return rounded(Math.max(...samples));
}

/** Asks its model once a step and does what it says. */
function askingAgent(): Agent {
  return statelessAgent({
    name: 'asking',
    version: '1',
    needs: { models: ['actor'] },
    decide: async ({ context, signal }) => {
      const content = [{ type: 'text' as const, text: context.task.instruction }];
      const answer = await context.models['actor']?.generate(
        { messages: [{ role: 'user', content }] },
        { signal },
      );
      return { type: 'action', action: { type: 'key', key: answer?.text ?? '' } };
    },
  });
}

/** As many step boundaries as 1,750 oracle episodes of ColorBench have, every one on disk before the next begins. */
async function journaledSteps(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const concurrency of [64, 8, 1]) {
    await using folder = await temporaryFolder({ onDisk: true });
    const run = buildRun(folder.path, {
      benchmark: fakeBenchmark({ items: 1_750, maxSteps: 12 }),
      agent: noOpAgent(),
      operation: { concurrency },
    });
    const startedAt = performance.now();
    await startRun({ ...run, onEvent: () => undefined });
    const seconds = (performance.now() - startedAt) / 1000;
    const { size } = await stat(join(folder.path, 'journal-main.jsonl'));
    rows.push({
      name: `engine: 1,750 episodes, 21,000 synced steps, ${concurrency} at a time`,
      value: rounded(seconds),
      unit: 's',
      ...(concurrency === 1 ? {} : { target: '< 10 with the oracle' }),
    });
    if (concurrency !== 64) continue;
    const readAt = performance.now();
    await indexRun(folder.path);
    rows.push(
      { name: 'engine: journal of that run', value: rounded(size / 1e6), unit: 'MB' },
      {
        name: 'engine: index of that journal',
        value: rounded((performance.now() - readAt) / 1000),
        unit: 's',
      },
      {
        name: 'engine: memory after that run',
        value: rounded(process.memoryUsage().rss / 1e6),
        unit: 'MB',
        target: '< 400',
      },
    );
  }
  return rows;
}

/** Writers that wait for each of their events to be on disk. */
async function eventsPerSecond(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder({ onDisk: true });
  const file = join(folder.path, 'journal-main.jsonl');
  await using writer = await EventFileWriter.create<JournalEvent>(file, runStartEvent());
  const event: JournalEvent = {
    type: 'decision',
    at: new Date().toISOString(),
    item: 'walk-17',
    repeat: 3,
    attempt: 1,
    step: 11,
    decision: { type: 'action', action: { type: 'wait' }, thought: 'wait until the page is there' },
    durationMs: 512.345,
  };
  const [writers, each] = [100, 1_000];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let index = 0; index < each; index += 1) {
        writer.append(event);
        await writer.commit();
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return [
    {
      name: `engine: events on disk, ${writers} writers waiting for each`,
      value: Math.round((writers * each) / seconds),
      unit: '/s',
    },
    { name: 'engine: syncs of the disk at that', value: Math.round(writer.syncs / seconds), unit: '/s' },
  ];
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
