import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchRow } from './bench-row.js';
import type { Agent } from '../src/agents/agent.js';
import { noOpAgent } from '../src/agents/no-op.js';
import { statelessAgent } from '../src/agents/stateless-agent.js';
import { startRun } from '../src/engine/run.js';
import type { JournalEvent } from '../src/formats/run/event.js';
import { EventFileWriter } from '../src/formats/run/event-file-writer.js';
import { indexRun } from '../src/formats/run/run-index.js';
import { scriptedModel } from '../src/models/scripted.js';
import { fakeBenchmark } from '../src/testing/fake-benchmark.js';
import { runStartEvent } from '../src/testing/run-events.js';
import { buildRun, temporaryFolder } from '../src/testing/run-fake.js';
import type { FakeRunParts } from '../src/testing/run-fake.js';

const AT_ONCE = 1_000;
/** Episodes that follow each other in each of the places: memory that is not given back would show. */
const ROUNDS = 3;
const STEPS = 8;
const ANSWER_MS = 500;

/** The engine at work: many episodes that wait for a model, and journals as fast as they go. On the disk of `TMPDIR`. */
export async function run(): Promise<BenchRow[]> {
  return [...(await waitingEpisodes()), ...(await journaledSteps()), ...(await eventsPerSecond())];
}

/** A thousand episodes at once, each waiting half a second for each of its decisions. */
async function waitingEpisodes(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder({ onDisk: true });
  const parts: FakeRunParts = {
    benchmark: fakeBenchmark({ items: AT_ONCE * ROUNDS, maxSteps: STEPS }),
    agent: askingAgent(),
    models: { actor: scriptedModel(() => 'NEXT', { latencyMs: ANSWER_MS }) },
    operation: { concurrency: AT_ONCE },
  };
  const used: number[] = [];
  const sample = setInterval(() => used.push(process.memoryUsage().rss / 1e6), ANSWER_MS / 2);
  const startedAt = performance.now();
  await startRun({ ...buildRun(folder.path, parts), onEvent: () => undefined });
  const elapsedMs = performance.now() - startedAt;
  clearInterval(sample);
  const round = Math.floor(used.length / ROUNDS);
  const growth = Math.max(...used.slice(-round)) - Math.max(...used.slice(round, -round));
  const idealMs = ROUNDS * STEPS * ANSWER_MS;
  const name = `${AT_ONCE} episodes at once, ${ROUNDS * STEPS} steps one after the other, answers in ${ANSWER_MS} ms`;
  return [
    { name: `engine: ${name}`, value: rounded(elapsedMs / idealMs), unit: '× ideal', target: '<= 1.05' },
    {
      name: 'engine: highest memory in the last third over the one before',
      value: rounded(growth),
      unit: 'MB',
      target: 'flat',
    },
  ];
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
