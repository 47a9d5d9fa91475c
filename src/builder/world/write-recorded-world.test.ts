import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { SmartClient } from '../../../test/fixtures/adb/smart-client.js';
import { smallPhone } from '../../../test/fixtures/adb/small-phone.js';
import { POCKET_FOLDER } from '../../benchmarks/pocket/pocket-benchmark.js';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { openFolderContent } from '../../formats/graph/content-source.js';
import { readGraph } from '../../formats/graph/read-graph.js';
import { loadPhoneLog } from '../../formats/phone/read-phone-log.js';
import { readSuite } from '../../formats/suite/read-suite.js';
import { EnvironmentWorld } from '../../phone/device/environment-world.js';
import { PhoneDevice } from '../../phone/device/phone-device.js';
import { profileOfGraph } from '../../phone/device/phone-profile.js';
import { actionEvents } from '../../phone/log/phone-actions.js';
import { replayLog } from '../../phone/log/replay-log.js';
import { phoneParts } from '../../phone/phone-parts.js';
import { smartSocketServer } from '../../phone/server/smart-socket-server.js';
import { recordProxy } from '../../phone/proxy/record-proxy.js';
import { writeRecordedWorld } from './write-recorded-world.js';

const { signal } = new AbortController();
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'recorded-world-'));
  opened.push(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function worldOf(path: string, density: number): Promise<EnvironmentWorld> {
  const graph = await readGraph(join(path, 'graph.json'));
  const world = new GraphWorld(graph, { content: await openFolderContent(path) });
  return EnvironmentWorld.start(new GraphEnvironment(world, { mode: 'corrected', startOf: () => null }), {
    profile: await profileOfGraph(world, { density }),
    start: { task: 'recorded', repeat: 0, seed: 1 },
    signal,
  });
}

/** Everything that a service of the phone says. */
async function ask(port: number, service: string): Promise<Buffer> {
  const client = await SmartClient.dial(port);
  client.say('host:transport-any');
  await client.until(4);
  client.say(service);
  await client.rest();
  client.close();
  return client.received.subarray(8);
}

/** An agent that looks after everything it does; `decide` sees the screen's hierarchy. Gives what it did and saw. */
async function walk(
  port: number,
  decide: (xml: string, step: number) => string | null,
): Promise<{ readonly commands: string[]; readonly seen: string[] }> {
  const commands: string[] = [];
  const seen: string[] = [];
  for (let step = 0; ; step += 1) {
    const picture = await ask(port, 'exec:screencap -p');
    seen.push(createHash('sha256').update(picture).digest('hex'));
    const command = decide((await ask(port, 'exec:uiautomator dump /dev/tty')).toString(), step);
    if (command === null) return { commands, seen };
    commands.push(command);
    await ask(port, `shell:${command}`);
  }
}

async function serve(device: PhoneDevice): Promise<number> {
  const server = await smartSocketServer({ phones: [device] });
  opened.push(
    () => device[Symbol.asyncDispose](),
    () => server[Symbol.asyncDispose](),
  );
  return server.port;
}

/** Records a walk on a phone, builds the world of it, and takes the same walk on a phone of that world. */
async function roundTrip(device: PhoneDevice, decide: (xml: string, step: number) => string | null) {
  const upstream = await serve(device);
  const recording = await folder();
  const proxy = await recordProxy({
    upstream: { host: '127.0.0.1', port: upstream },
    serial: null,
    port: 0,
    folder: recording,
    settleMs: 0,
    takesDumps: true,
    touchstone: 'test',
    onProblem: () => {},
  });
  const first = await walk(proxy.port, decide);
  await proxy[Symbol.asyncDispose]();
  const out = join(await folder(), 'world');
  const made = await writeRecordedWorld(recording, { out, instruction: 'As recorded.', signal });
  const log = await loadPhoneLog(join(recording, 'phone.jsonl'));
  const again = await PhoneDevice.start({
    serial: 'again-1',
    parts: phoneParts(),
    world: await worldOf(out, log.header.profile.density),
  });
  const second = await walk(await serve(again), (_, step) => first.commands[step] ?? null);
  const replayed = await replayLog(log, {
    world: await worldOf(out, log.header.profile.density),
    parts: phoneParts(),
  });
  return { first, second, made, out, log, replayed };
}

function scripted(commands: readonly string[]): (xml: string, step: number) => string | null {
  return (_, step) => commands[step] ?? null;
}

/** Numbers from 0 to below 1 that follow from a seed. Source: Park and Miller's generator. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

describe('writeRecordedWorld', () => {
  it('makes a world on which the same commands show the same screens', async () => {
    const { first, second, made, out, log, replayed } = await roundTrip(
      await smallPhone(),
      scripted([
        'input tap 100 100',
        'input tap 40 40',
        'input keyevent BACK',
        'input keyevent BACK',
        'input tap 100 500',
        'am start -n org.example.notes/.List',
        'input text hello',
        'input keyevent HOME',
      ]),
    );
    expect(second.seen).toEqual(first.seen);
    expect(new Set(first.seen).size).toBe(3);
    expect(made.graph.nodes).toHaveLength(3);
    expect(made.leftOut.size + made.unrepeated + made.unseen).toBe(0);
    expect(actionEvents(replayed).map(({ action }) => action)).toEqual(
      actionEvents(log.events).map(({ action }) => action),
    );
    expect((await readSuite(join(out, 'suite.json'))).suite.tasks).toHaveLength(1);
    expect(() => buildGraph(made.graph)).not.toThrow();
  });

  it('follows several actions of one command, over what was seen between them at another time', async () => {
    const { first, second, made, log } = await roundTrip(
      await smallPhone(),
      scripted([
        'input tap 100 100; sleep 1; input tap 40 40',
        'input keyevent HOME',
        'input tap 100 100',
        'input tap 40 40',
      ]),
    );
    expect(second.seen).toEqual(first.seen);
    expect(actionEvents(log.events).map(({ action }) => action.type)).toEqual([
      'tap',
      'tap',
      'key',
      'tap',
      'tap',
    ]);
    expect(made.graph.nodes.map(({ screens }) => screens?.length)).toEqual(made.graph.nodes.map(() => 1));
    expect(made.unrepeated).toBe(0);
  });

  it.each([8, 102, 119])('does so for a wanderer on Pocket (seed %i)', async (seed) => {
    const draw = numbers(seed);
    const world = await worldOf(POCKET_FOLDER, 210);
    const device = await PhoneDevice.start({ serial: 'pocket-1', parts: phoneParts(), world });
    const { first, second, made } = await roundTrip(device, (said, step) => {
      if (step === 40) return null;
      const xml = said.slice(0, said.lastIndexOf('</hierarchy>') + '</hierarchy>'.length);
      const places = parseHierarchy(xml).widgets.map(({ centre }) => centre);
      const [x, y] = places[Math.floor(draw() * places.length)] ?? [270, 600];
      const kind = draw();
      if (kind < 0.75) return `input tap ${x} ${y}`;
      if (kind < 0.85) return 'input keyevent BACK';
      if (kind < 0.95) return 'input swipe 270 900 270 300';
      return 'input keyevent HOME';
    });
    expect(second.seen).toEqual(first.seen);
    expect(new Set(first.seen).size).toBeGreaterThan(3);
    expect(made.unrepeated).toBe(0);
  });

  it('says of what is no recording that it is none', async () => {
    const options = { out: join(await folder(), 'world'), instruction: '', signal };
    await expect(writeRecordedWorld('no-such-folder', options)).rejects.toMatchObject({
      code: 'NOT_A_PHONE_LOG',
      message: expect.stringContaining('no-such-folder holds no recording: it has no phone.jsonl'),
    });
  });
});
