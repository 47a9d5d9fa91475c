import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { buildGraph } from '../src/domain/graph/build-graph.js';
import type { ScreenContent } from '../src/domain/screen.js';
import { GraphEnvironment } from '../src/environments/graph/graph-environment.js';
import { GraphWorld } from '../src/environments/graph/graph-world.js';
import { EnvironmentWorld } from '../src/phone/device/environment-world.js';
import { PhoneDevice } from '../src/phone/device/phone-device.js';
import { profileOfGraph } from '../src/phone/device/phone-profile.js';
import type { PhoneProfile } from '../src/phone/phone-world.js';
import { phoneParts } from '../src/phone/phone-parts.js';

const SIZE = { width: 1080, height: 2400 } as const;
/** Rows of noise, three bytes a pixel, that no compression makes smaller: a PNG of about 1 MB. */
const NOISE_ROWS = 308;
/** Nothing ends an episode of the bench. */
const LIMITS = { maxActions: 1e9, maxObservations: 1e9 } as const;

/** What phones of the bench share: two screens with a button that fills them and leads to the other. */
export interface BenchWorld {
  readonly world: GraphWorld;
  readonly profile: PhoneProfile;
}

export async function benchWorld(): Promise<BenchWorld> {
  const pictures = new Map<string, ScreenContent>();
  for (const id of ['a', 'b']) {
    const bytes = await noisyPicture();
    pictures.set(`${id}.png`, { mediaType: 'image/png', load: async () => bytes });
  }
  const graph = buildGraph({
    name: 'bench',
    screenSize: SIZE,
    root: 'a',
    launcher: { apps: [] },
    nodes: [
      ['a', 'b'],
      ['b', 'a'],
    ].map(([id = '', to = '']) => ({
      id,
      screens: [{ id, picture: `${id}.png` }],
      edges: [{ to, actions: [{ type: 'click', box: [0, 0, SIZE.width, SIZE.height] }] }],
    })),
  });
  const world = new GraphWorld(graph, { content: { open: (path) => pictures.get(path) ?? null } });
  return { world, profile: await profileOfGraph(world, { density: 440 }) };
}

/** A phone of its own on those screens. */
export async function benchPhone({ world, profile }: BenchWorld, serial: string): Promise<PhoneDevice> {
  const environment = new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
  const started = await EnvironmentWorld.start(environment, {
    profile,
    start: { task: 'bench', repeat: 0, seed: 0 },
    signal: new AbortController().signal,
  });
  return PhoneDevice.start({ serial, parts: phoneParts(), world: started, limits: LIMITS });
}

async function noisyPicture(): Promise<Uint8Array> {
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * 3, 0x60);
  randomFillSync(pixels, 0, SIZE.width * NOISE_ROWS * 3);
  return sharp(pixels, { raw: { ...SIZE, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
}
