import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomAgent } from '../../../src/agents/baselines/random.js';
import { oracleAgent } from '../../../src/agents/oracle/oracle.js';
import { pocketBenchmark, POCKET_FOLDER } from '../../../src/benchmarks/pocket/pocket-benchmark.js';
import { correctedMerge } from '../../../src/builder/merge/corrected-merge.js';
import { joinMaterials, type Capture, type Material } from '../../../src/builder/material/material.js';
import { phoneLogMaterial } from '../../../src/builder/material/phone-log-material.js';
import {
  trajectoryMaterial,
  type NamedTrajectory,
} from '../../../src/builder/material/trajectory-material.js';
import { readHierarchies } from '../../../src/builder/world/read-hierarchies.js';
import { rootState } from '../../../src/builder/world/root-state.js';
import { worldGraph } from '../../../src/builder/world/world-graph.js';
import { writeWorld } from '../../../src/builder/world/write-world.js';
import type { UiHierarchy } from '../../../src/domain/hierarchy/ui-hierarchy.js';
import { parseHierarchy } from '../../../src/domain/hierarchy/parse-hierarchy.js';
import { randomStream } from '../../../src/domain/random.js';
import { GraphEnvironment } from '../../../src/environments/graph/graph-environment.js';
import { GraphWorld } from '../../../src/environments/graph/graph-world.js';
import { openFolderContent } from '../../../src/formats/graph/content-source.js';
import { readGraph } from '../../../src/formats/graph/read-graph.js';
import { EnvironmentWorld } from '../../../src/phone/device/environment-world.js';
import { PhoneDevice } from '../../../src/phone/device/phone-device.js';
import { profileOfGraph } from '../../../src/phone/device/phone-profile.js';
import { phoneParts } from '../../../src/phone/phone-parts.js';
import { recordProxy } from '../../../src/phone/proxy/record-proxy.js';
import { smartSocketServer } from '../../../src/phone/server/smart-socket-server.js';
import { walkEpisodes } from '../../../src/exports/sources/walk-episodes.js';
import { SmartClient } from '../../fixtures/adb/smart-client.js';
import type { ProofRow, ProofSize } from '../proof.js';
import { replayWalks } from './replay-walks.js';

const EPISODES = { small: 10, whole: 100 };
const RECORDINGS = { small: 2, whole: 50 };
const COMMANDS = { small: 4, whole: 12 };

/** Worlds of imported episodes, and of recordings made through the proxy, repeat each of them step by step. */
export async function proveMergeReplays(
  size: ProofSize,
  seed: number,
  note: (text: string) => void,
): Promise<readonly ProofRow[]> {
  const { signal } = new AbortController();
  const folder = await mkdtemp(join(tmpdir(), 'merge-replays-'));
  try {
    const rows: ProofRow[] = [];
    const imported = await trajectoryMaterial(episodes(EPISODES[size], seed), { signal });
    rows.push(await repeated('imported episodes', imported, join(folder, 'imported')));
    const logs: Material[] = [];
    for (let index = 0; index < RECORDINGS[size]; index += 1) {
      note(`${index} of ${RECORDINGS[size]} recordings`);
      const recording = join(folder, `recording-${index}`);
      await mkdir(recording);
      await recordWalk(recording, { seed: seed * 1000 + index, commands: COMMANDS[size], signal });
      logs.push(await phoneLogMaterial(recording, { signal }));
    }
    rows.push(await repeated('recordings through the proxy', joinMaterials(logs), join(folder, 'recorded')));
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  async function repeated(name: string, material: Material, out: string): Promise<ProofRow> {
    const nodes = await buildWorld(material, out, signal);
    const { walks, steps, astray } = await replayWalks(material, { world: out, nodes });
    if (astray.length > 0) {
      throw new Error(`seed ${seed}: ${astray.length} of ${walks} ${name} are not repeated: ${astray[0]}`);
    }
    return { figure: `${name} repeated`, value: `${walks}, ${steps} steps`, expected: 'all' };
  }
}

async function buildWorld(material: Material, out: string, signal: AbortSignal): Promise<readonly string[]> {
  const { states } = await correctedMerge(material, { ask: null, signal });
  const hierarchies = await readHierarchies(material.captures, { signal });
  const made = worldGraph(material, {
    name: 'replays',
    size: material.size ?? { width: 540, height: 1170 },
    states,
    hierarchyOf: ({ hierarchy }: Capture): UiHierarchy | null =>
      hierarchy === null ? null : (hierarchies.get(hierarchy) ?? null),
    root: rootState(material, states),
    prunes: true,
  });
  await writeWorld(made.graph, { captures: material.captures, out, signal });
  return made.nodes;
}

/** The oracle's episodes and as many of the random agent. */
async function* episodes(count: number, seed: number): AsyncGenerator<NamedTrajectory> {
  const { signal } = new AbortController();
  await using benchmark = await pocketBenchmark.open({ mode: 'corrected', signal });
  let made = 0;
  for (const agent of [oracleAgent(), randomAgent({ target: 'node' })]) {
    for await (const entry of walkEpisodes(benchmark, {
      agent,
      walks: 2,
      maxSteps: 20,
      onlyPassed: false,
      language: null,
      seed,
      source: agent.name,
      leaveOut: () => undefined,
      signal,
    })) {
      if (made >= (agent.name === 'oracle' ? count / 2 : count)) break;
      if (entry.type !== 'episode') continue;
      made += 1;
      const { id, steps, lastScreen } = entry.episode;
      const seen = steps.map(({ screen, action }) => ({ screen, action, state: null }));
      const last = lastScreen === undefined ? [] : [{ screen: lastScreen, action: null, state: null }];
      yield { name: `${agent.name} ${id}`, trajectory: { steps: [...seen, ...last] } };
    }
  }
}

/** Records a wanderer on a served phone of Pocket. */
async function recordWalk(
  folder: string,
  {
    seed,
    commands,
    signal,
  }: { readonly seed: number; readonly commands: number; readonly signal: AbortSignal },
): Promise<void> {
  const random = randomStream('wanderer', seed);
  const graph = await readGraph(join(POCKET_FOLDER, 'graph.json'));
  const world = new GraphWorld(graph, { content: await openFolderContent(POCKET_FOLDER) });
  const phoneWorld = await EnvironmentWorld.start(
    new GraphEnvironment(world, { mode: 'corrected', startOf: () => null }),
    {
      profile: await profileOfGraph(world, { density: 210 }),
      start: { task: 'recorded', repeat: 0, seed: 1 },
      signal,
    },
  );
  await using device = await PhoneDevice.start({
    serial: 'pocket-1',
    parts: phoneParts(),
    world: phoneWorld,
  });
  await using server = await smartSocketServer({ phones: [device] });
  await using proxy = await recordProxy({
    upstream: { host: '127.0.0.1', port: server.port },
    serial: null,
    port: 0,
    folder,
    settleMs: 0,
    takesDumps: true,
    touchstone: 'proof',
    onProblem: () => undefined,
  });
  for (let done = 0; done < commands; done += 1) {
    const said = await askPhone(proxy.port, 'exec:uiautomator dump /dev/tty');
    const xml = said.slice(0, said.lastIndexOf('</hierarchy>') + '</hierarchy>'.length);
    const places = parseHierarchy(xml).widgets.map(({ centre }) => centre);
    const [x, y] = places[random.below(Math.max(1, places.length))] ?? [270, 600];
    const kind = random.next();
    await askPhone(
      proxy.port,
      kind < 0.75
        ? `shell:input tap ${x} ${y}`
        : kind < 0.85
          ? 'shell:input keyevent BACK'
          : kind < 0.95
            ? 'shell:input swipe 270 900 270 300'
            : 'shell:input keyevent HOME',
    );
  }
}

async function askPhone(port: number, service: string): Promise<string> {
  const client = await SmartClient.dial(port);
  client.say('host:transport-any');
  await client.until(4);
  client.say(service);
  await client.rest();
  client.close();
  return client.received.subarray(8).toString();
}
