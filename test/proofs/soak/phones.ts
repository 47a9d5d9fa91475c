import { join } from 'node:path';
import { collectGarbage } from '../../../bench/collect-garbage.js';
import { POCKET_FOLDER } from '../../../src/benchmarks/pocket/pocket-benchmark.js';
import { GraphEnvironment } from '../../../src/environments/graph/graph-environment.js';
import { GraphWorld } from '../../../src/environments/graph/graph-world.js';
import { openFolderContent } from '../../../src/formats/graph/content-source.js';
import { readGraph } from '../../../src/formats/graph/read-graph.js';
import { EnvironmentWorld } from '../../../src/phone/device/environment-world.js';
import { PhoneDevice } from '../../../src/phone/device/phone-device.js';
import { phoneParts } from '../../../src/phone/phone-parts.js';
import { profileOfScreens } from '../../../src/phone/run/profile-of-screens.js';
import { recordPhone } from '../../../src/phone/run/record-phone.js';
import { SHARED_PICTURES } from '../../../src/phone/screens/screen-pictures.js';
import { smartSocketServer } from '../../../src/phone/server/smart-socket-server.js';
import { phoneDaemon } from '../../../src/phone/transport/phone-daemon.js';

/** Where clients find a phone. */
export interface SoakedPhone {
  readonly serial: string;
  readonly serverPort: number;
  readonly daemonPort: number;
}

/** What the process of the phones holds once garbage is collected. */
export interface Held {
  /** Bytes in use: JavaScript's heap, and buffers outside of it, such as pictures that are kept. */
  readonly heap: number;
  readonly buffers: number;
  /** Bytes that the system counts for the process. */
  readonly resident: number;
  /** Streams of phones, and sockets of clients, that are open. */
  readonly streams: number;
  readonly sockets: number;
  /** Commands that the phones took so far. */
  readonly commands: number;
  /** Bytes of screenshots that the process has kept since its start: those of every screen, so that no more can come. */
  readonly pictures: number;
  /** What clients did wrong, as the servers see it. */
  readonly problems: readonly string[];
}

/** Nothing ends an episode here. */
const LIMITS = { maxActions: 1e9, maxObservations: 1e9, maxBytesIn: 1e15 };
const SHOWN_PROBLEMS = 5;
const { signal } = new AbortController();

// Pocket as phones in a process of their own: `phones.ts FOLDER COUNT`, which keeps their logs in the folder. Sends where
// they are, then what it holds for each message; ends with its parent.
const [, , folder = '', count = '1'] = process.argv;
const world = new GraphWorld(await readGraph(join(POCKET_FOLDER, 'graph.json')), {
  content: await openFolderContent(POCKET_FOLDER),
});
const kept = await keepEveryPicture();
const devices: PhoneDevice[] = [];
const phones: SoakedPhone[] = [];
const problems: string[] = [];
const onProblem = (what: string): void => {
  if (problems.length < SHOWN_PROBLEMS) problems.push(what);
};
for (let index = 0; index < Number(count); index += 1) {
  const start = { task: 'soak', repeat: index, seed: 1 };
  const environment = new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
  const profile = await profileOfScreens(
    { graph: world.graph, screen: () => null },
    await environment.reset(start, { signal }),
  );
  const device = await PhoneDevice.start({
    serial: `emulator-${7000 + 2 * index}`,
    world: await EnvironmentWorld.start(environment, { profile, start, signal }),
    parts: phoneParts(),
    limits: LIMITS,
  });
  recordPhone(device, {
    file: join(folder, `${index}.phone.jsonl`),
    episode: { ...start, world: 'pocket', touchstone: 'soak' },
    onFailure: (error) => onProblem(String(error)),
  });
  const server = await smartSocketServer({ phones: [device], onProblem });
  const daemon = await phoneDaemon({ services: device, onProblem });
  devices.push(device);
  phones.push({ serial: device.serial, serverPort: server.port, daemonPort: daemon.port });
}
process.on('message', () => process.send?.(held()));
process.on('disconnect', () => process.exit(0));
process.send?.(phones);

function held(): Held {
  // What a finaliser frees is only gone with the next collection.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  const sum = (of: 'streams' | 'commands'): number =>
    devices.reduce((all, device) => all + device.counts[of], 0);
  return {
    heap: heapUsed,
    buffers: external,
    resident: rss,
    streams: sum('streams'),
    sockets: process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length,
    commands: sum('commands'),
    pictures: kept,
    problems,
  };
}

/**
 * Asks for each screen's picture once. Phones keep what they encoded, up to a bound above all of Pocket's; visited at random,
 * the last of its screens come so late that what is kept still grows when everything else has settled.
 */
async function keepEveryPicture(): Promise<number> {
  let bytes = 0;
  for (const node of world.graph.nodes.keys()) {
    for (let screen = 0; screen < world.screenCount(node); screen += 1) {
      const seen = world.observation(node, screen);
      bytes += (await SHARED_PICTURES.png(seen, { width: 1, height: 1 })).byteLength;
    }
  }
  return bytes;
}
