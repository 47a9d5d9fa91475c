import { cp, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { resumeRun, startRun } from '../../engine/run.js';
import type { JournalEvent } from '../../formats/run/journal/event.js';
import { readJournal } from '../../formats/run/run-folder.js';
import { scriptedModel } from '../../models/scripted.js';
import { fakeAgent } from '../fake-agent.js';
import { fakeBenchmark, type FakeBenchmarkOptions } from '../fake-benchmark.js';
import { normaliseRun } from './normalise-run.js';
import { buildRun, type FakeRunParts } from './run-fake.js';

export const JOURNAL = 'journal-main.jsonl';

/** Every event of the one journal of a run. */
export async function eventsOf(directory: string): Promise<JournalEvent[]> {
  const events: JournalEvent[] = [];
  for await (const { event } of readJournal(join(directory, JOURNAL))) events.push(event);
  return events;
}

/** Does a run; gives its journal's bytes and events, and what it comes to. */
export async function finishedRun(
  directory: string,
  parts: () => FakeRunParts,
): Promise<{ bytes: Buffer; normal: Record<string, unknown>; events: JournalEvent[] }> {
  await startRun(buildRun(directory, parts()));
  const bytes = await readFile(join(directory, JOURNAL));
  return { bytes, normal: await normaliseRun(directory), events: await eventsOf(directory) };
}

/** Resumes a run of which only the first bytes of the journal are left; returns what the decisions made were about. */
export async function resumeCut(
  from: string,
  to: string,
  length: number,
  parts: (onDecide: (item: string, step: number) => void) => FakeRunParts,
): Promise<{ made: string[]; kept: JournalEvent[] }> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
  await truncate(join(to, JOURNAL), length);
  const kept = await eventsOf(to);
  const made: string[] = [];
  const run = buildRun(
    to,
    parts((item, step) => made.push(`${item} ${step}`)),
  );
  const { status } = await resumeRun(run);
  if (status !== 'complete') throw new Error(`the resumed run is ${status}`);
  return { made, kept };
}

/** Bytes before the last `count` lines. */
export function beforeLast(bytes: Buffer, count: number): number {
  let end = bytes.length - 1;
  for (let line = 0; line < count; line += 1) end = bytes.lastIndexOf(0x0a, end - 1);
  return end + 1;
}

/** One agent of each kind, with a model that answers from what it is asked. */
function watchedAgent(resume: 'step' | 'item', onDecide?: (item: string, step: number) => void) {
  return fakeAgent({
    resume,
    asksModel: true,
    steps: 4,
    onDecide: ({ task, repeat }, step) => {
      onDecide?.(`${task.id}#${repeat}`, step);
      return undefined;
    },
  });
}

/** A run of four episodes in such a world. */
export function partsFor(
  world: FakeBenchmarkOptions,
  resume: 'step' | 'item',
  concurrency = world.sequential === true ? 1 : 2,
) {
  return (onDecide?: (item: string, step: number) => void): FakeRunParts => ({
    benchmark: fakeBenchmark({ items: 2, ...world }),
    agent: watchedAgent(resume, onDecide),
    models: { actor: scriptedModel((request) => `about ${JSON.stringify(request).length}`) },
    settings: { repeats: 2 },
    operation: { concurrency },
  });
}

/** Worlds that differ in how they come back after an interruption. */
export const WORLDS: [string, FakeBenchmarkOptions, 'step' | 'item'][] = [
  ['played again', { recovery: 'replay' }, 'step'],
  ['restored from snapshots', { recovery: 'snapshot' }, 'step'],
  ['without a way back', { recovery: 'none' }, 'step'],
  ['for an agent that begins items anew', { recovery: 'replay' }, 'item'],
  ['with live screens', { recovery: 'snapshot', live: true }, 'step'],
  ['with one random stream, played again', { recovery: 'replay', sequential: true }, 'step'],
  ['with one random stream, restored', { recovery: 'snapshot', sequential: true }, 'step'],
  ['with one random stream and no way back', { recovery: 'none', sequential: true }, 'step'],
  ['that does not end on stop', { recovery: 'replay', endsOnStop: false }, 'step'],
];
