import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { POCKET_FOLDER, pocketBenchmark } from '../../benchmarks/pocket/pocket-benchmark.js';
import type { EpisodeScores } from '../../domain/score.js';
import type { TrajectoryStep } from '../../domain/trajectory.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import type { PhoneEvent, PhoneLogHeader } from '../../formats/phone/phone-event.js';
import { PhoneLogWriter } from '../../formats/phone/phone-log-writer.js';
import { loadPhoneLog } from '../../formats/phone/read-phone-log.js';
import { openFolderContent } from '../../formats/graph/content-source.js';
import { readGraph } from '../../formats/graph/read-graph.js';
import { DoubleTapWorld } from '../../testing/phones/double-tap-world.js';
import { PhoneClient, shellLine } from '../../testing/phones/phone-client.js';
import {
  anyPhoneLimits,
  anyPhoneSession,
  comparableActions,
  playSession,
  type PhoneSession,
} from '../../testing/phones/phone-session.js';
import { EnvironmentWorld } from '../device/environment-world.js';
import { PhoneDevice } from '../device/phone-device.js';
import type { PhoneLimits } from '../device/phone-limits.js';
import { profileOfGraph } from '../device/phone-profile.js';
import { phoneParts } from '../phone-parts.js';
import type { PhoneProfile, PhoneWorld } from '../phone-world.js';
import { actionEvents, coverageGaps, phoneActions } from './phone-actions.js';
import { phoneLogHeader } from './phone-log-header.js';
import { ReplayDivergedError } from './replay-errors.js';
import { replayLog } from './replay-log.js';

const START = { task: 'any', repeat: 0, seed: 3 };
/** Recorded sessions that are repeated. */
const LOGS = 100;

let pocket: GraphWorld;
let profile: PhoneProfile;
let folder: string;

beforeAll(async () => {
  const content = await openFolderContent(POCKET_FOLDER);
  pocket = new GraphWorld(await readGraph(join(POCKET_FOLDER, 'graph.json')), { content });
  profile = await profileOfGraph(pocket);
  folder = await mkdtemp(join(tmpdir(), 'touchstone-phone-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function openWorld(): Promise<PhoneWorld> {
  const environment = new GraphEnvironment(pocket, { mode: 'corrected', startOf: () => null });
  const { signal } = new AbortController();
  return new DoubleTapWorld(await EnvironmentWorld.start(environment, { profile, start: START, signal }));
}

interface Recorded {
  readonly header: PhoneLogHeader;
  readonly events: readonly PhoneEvent[];
}

async function record(
  session: PhoneSession,
  file: string,
  limits: Partial<PhoneLimits> = {},
): Promise<Recorded> {
  const world = await openWorld();
  await using phone = await PhoneDevice.start({ serial: 'recorded', world, parts: phoneParts(), limits });
  const header = phoneLogHeader(phone, { start: START, world: 'pocket', touchstone: 'test' });
  using writer = PhoneLogWriter.create(file, header);
  phone.log.listen((event) => writer.append(event));
  await playSession(phone, session);
  return loadPhoneLog(file);
}

async function replayed(log: Recorded, patienceMs = 10_000): Promise<PhoneEvent[]> {
  return replayLog(log, { world: await openWorld(), parts: phoneParts(), patienceMs });
}

/** What Pocket says of the actions of a log, as an attempt at this task. */
async function scoreOf(
  { header, events }: Recorded,
  { benchmark, item }: { benchmark: Benchmark; item: BenchmarkItem },
): Promise<EpisodeScores> {
  let last = header.state ?? '';
  const steps = actionEvents(events).map(({ action, from, to, transition }): TrajectoryStep => {
    last = to ?? last;
    return { ...placeOf(from ?? last), action, ...(transition !== null && { transition }) };
  });
  steps.push({ ...placeOf(last), action: null });
  const key = { item: item.id, repeat: 0 };
  const episode = { key, trajectory: { steps }, end: { reason: 'agent_stop' as const } };
  const { signal } = new AbortController();
  return benchmark.scorer.score(item, episode, 'corrected', { signal });
}

function limitsMet(events: readonly PhoneEvent[]): unknown[] {
  return events.flatMap((event) => (event.kind === 'limit' ? [[event.limit, event.value]] : []));
}

function placeOf(state: string): Pick<TrajectoryStep, 'screen' | 'state'> {
  const screen = pocket.screen(state);
  if (screen === null) throw new Error(`there is no screen ${state}`);
  return { screen, state };
}

describe('replayLog', () => {
  it(`gives the same actions and scores for ${LOGS} recorded sessions of concurrent clients`, async () => {
    const { signal } = new AbortController();
    await using benchmark = await pocketBenchmark.open({ mode: 'corrected', signal });
    const items: BenchmarkItem[] = [];
    for await (const item of benchmark.items.list()) items.push(item);
    let number = 0;
    let actions = 0;
    let limited = 0;
    await fc.assert(
      fc.asyncProperty(
        anyPhoneSession(profile.size, ['com.pocket.settings', 'com.pocket.share', 'com.pocket.home']),
        anyPhoneLimits(),
        async (session, limits) => {
          number += 1;
          const log = await record(session, join(folder, `${number}.jsonl`), limits);
          const again = await replayed(log);
          expect(comparableActions(again)).toEqual(comparableActions(log.events));
          // Bytes may come to their limit in the midst of a turn that meets another one later.
          expect(limitsMet(again)).toHaveLength(limitsMet(log.events).length);
          limited += limitsMet(log.events).length;
          // Each log as an attempt at one task, another each time.
          const item = items[number % items.length] as BenchmarkItem;
          expect(await scoreOf({ ...log, events: again }, { benchmark, item })).toEqual(
            await scoreOf(log, { benchmark, item }),
          );
          actions += actionEvents(log.events).length;
        },
      ),
      { numRuns: LOGS },
    );
    expect(actions).toBeGreaterThan(LOGS);
    expect(limited).toBeGreaterThan(LOGS / 10);
  });

  it('gives the same success to the repetition of a log that solves a task', async () => {
    const { signal } = new AbortController();
    await using benchmark = await pocketBenchmark.open({ mode: 'corrected', signal });
    let item: BenchmarkItem | undefined;
    for await (const each of benchmark.items.list()) if (each.id === 'dark-theme') item = each;
    if (item === undefined) throw new Error('Pocket has lost its task');
    const lines = ['input tap 445 1039; input tap 270 807', 'input tap 270 330', 'input tap 398 519'];
    const session = lines.map((line) => [{ service: `shell:${line}`, sends: [], leavesAfter: null }]);
    const log = await record(session, join(folder, 'solved.jsonl'));
    const scores = await scoreOf(log, { benchmark, item });
    expect(scores).toMatchObject({ success: true, completion: 1 });
    expect(await scoreOf({ ...log, events: await replayed(log) }, { benchmark, item })).toEqual(scores);
  });

  it('stops where the log met a limit', async () => {
    const lines = ['input tap 210 1000', 'screencap -p > /dev/null', 'input keyevent 3'];
    const session = lines.map((line) => [{ service: `shell:${line}`, sends: [], leavesAfter: null }]);
    const log = await record(session, join(folder, 'limited.jsonl'), { maxActions: 1 });
    const again = await replayed(log);
    expect(actionEvents(again)).toHaveLength(1);
    expect(limitsMet(again)).toEqual([['maxActions', 1]]);
  });

  it.each([
    ['bytes', { maxBytesIn: 30 }],
    ['real time', { maxWallMs: 100 }],
  ])('stops at the event of the log that met a limit of %s', async (_, limits) => {
    // Lines of a client that stays: the second is over the limit, or comes too late.
    const file = join(folder, `${Object.keys(limits).join()}.jsonl`);
    const world = await openWorld();
    await using phone = await PhoneDevice.start({ serial: 'recorded', world, parts: phoneParts(), limits });
    const header = phoneLogHeader(phone, { start: START, world: 'pocket', touchstone: 'test' });
    using writer = PhoneLogWriter.create(file, header);
    phone.log.listen((event) => writer.append(event));
    const client = new PhoneClient();
    const served = phone.open('shell:')?.(client);
    client.send('input tap 210 1000\n');
    await vi.waitFor(() => expect(phone.counts.actions).toBe(1));
    if ('maxWallMs' in limits) await vi.waitFor(() => expect(phone.status).toBe('limit'));
    client.send('input tap 445 1039\ninput keyevent 3\n');
    await served;
    expect(phone.status).toBe('limit');
    const log = await loadPhoneLog(file);
    const again = await replayed(log);
    expect(comparableActions(again)).toEqual(comparableActions(log.events));
    expect(limitsMet(again)).toEqual(limitsMet(log.events));
    expect(limitsMet(again)).toEqual(Object.entries(limits));
  });

  it('repeats a log that a crash cut off, as far as it goes', async () => {
    const lines = ['input tap 300 400', 'input text tea', 'screencap -p > /dev/null', 'input keyevent 4'];
    const session = lines.map((line) => [{ service: `shell:${line}`, sends: [], leavesAfter: null }]);
    const log = await record(session, join(folder, 'whole.jsonl'));
    for (let length = 0; length <= log.events.length; length += 1) {
      const events = log.events.slice(0, length);
      const again = await replayed({ ...log, events });
      // An action is written after the turn that makes it, so the repetition may have one more.
      expect(comparableActions(again).slice(0, comparableActions(events).length)).toEqual(
        comparableActions(events),
      );
    }
  });

  it('says which event cannot be repeated', async () => {
    const session = [[{ service: 'shell:input tap 300 400', sends: [], leavesAfter: null }]];
    const log = await record(session, join(folder, 'altered.jsonl'));
    const events = log.events.map((event) =>
      event.kind === 'command' ? { ...event, service: 'shell:input tap 300 410' } : event,
    );
    await expect(replayed({ ...log, events }, 300)).rejects.toThrow(ReplayDivergedError);
    await expect(replayed({ ...log, events }, 300)).rejects.toThrow(
      /input","tap","300","400.*input","tap","300","410/,
    );
  });

  it('repeats what came over no stream', async () => {
    const world = await openWorld();
    await using phone = await PhoneDevice.start({ serial: 'recorded', world, parts: phoneParts() });
    const header = phoneLogHeader(phone, { start: START, world: 'pocket', touchstone: 'test' });
    const events: PhoneEvent[] = [];
    phone.log.listen((event) => events.push(event));
    await phone.controls.gesture({ type: 'tap', x: 210, y: 1000 });
    await phone.controls.type('tea', 'page');
    await phone.controls.look('screenshot');
    await phone.controls.finish('success');
    expect(phoneActions(events).map(({ type }) => type)).toEqual(['tap', 'type', 'stop']);
    expect(comparableActions(await replayed({ header, events }))).toEqual(comparableActions(events));
  });

  it('counts what the phone could not answer', async () => {
    const world = await openWorld();
    await using phone = await PhoneDevice.start({ serial: 'recorded', world, parts: phoneParts() });
    const events: PhoneEvent[] = [];
    phone.log.listen((event) => events.push(event));
    await shellLine(phone, 'frobnicate; frobnicate --now');
    expect(phone.open('jdwp')).toBeNull();
    expect([...coverageGaps(events)]).toEqual([
      ['unknown_command frobnicate', 2],
      ['unknown_service jdwp', 1],
    ]);
  });
});
