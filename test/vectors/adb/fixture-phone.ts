import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildGraph } from '../../../src/domain/graph/build-graph.js';
import type { SourceAction, SourceEdge } from '../../../src/domain/graph/graph-source.js';
import type { Box, Direction } from '../../../src/domain/geometry.js';
import type { Action } from '../../../src/domain/action.js';
import type { Observation, ScreenContent } from '../../../src/domain/screen.js';
import { GraphEnvironment } from '../../../src/environments/graph/graph-environment.js';
import { GraphWorld } from '../../../src/environments/graph/graph-world.js';
import { EnvironmentWorld } from '../../../src/phone/device/environment-world.js';
import { phoneParts } from '../../../src/phone/phone-parts.js';
import { LOG_BUFFERS } from '../../../src/phone/system-log/system-log.js';
import { PhoneDevice, type PhoneSetup } from '../../../src/phone/device/phone-device.js';
import { profileOfGraph } from '../../../src/phone/device/phone-profile.js';
import type { ActionOrigin, Performed, PhoneProfile, PhoneWorld } from '../../../src/phone/phone-world.js';

/** What the file of recorded screens says. */
interface FixtureGraph {
  readonly width: number;
  readonly height: number;
  readonly density: number;
  readonly start: string;
  readonly nodes: Readonly<Record<string, { component: string; png: string; xml: string }>>;
  readonly edges: readonly { readonly from: string; readonly to: string; readonly a: FixtureAction }[];
}

type FixtureAction =
  | { readonly t: 'click' | 'long_press'; readonly bbox: Box }
  | { readonly t: 'open_app'; readonly pkg: string }
  | { readonly t: 'back' }
  | { readonly t: 'type'; readonly text: string }
  | { readonly t: 'swipe'; readonly dir: Direction };

/** The screens behind the recorded transcripts, and how many pixels across they are said to be. */
export async function fixtureGraph(shared: string): Promise<{ world: GraphWorld; density: number }> {
  const file = join(shared, 'vectors/adb/fixture-graph.json');
  const fixture = JSON.parse(await readFile(file, 'utf8')) as FixtureGraph;
  const contents = new Map<string, ScreenContent>();
  for (const [id, { png, xml }] of Object.entries(fixture.nodes)) {
    contents.set(`${id}.png`, contentOf('image/png', Buffer.from(png, 'hex')));
    contents.set(`${id}.xml`, contentOf('application/xml', Buffer.from(xml, 'utf8')));
  }
  const opened = fixture.edges.flatMap(({ to, a }) => (a.t === 'open_app' ? [{ to, app: a.pkg }] : []));
  const graph = buildGraph({
    name: 'fixture',
    // Declared: the pictures are a few pixels across to keep the file small.
    screenSize: { width: fixture.width, height: fixture.height },
    root: fixture.start,
    launcher: { apps: opened.map(({ to, app }) => ({ name: app, entries: [to] })) },
    nodes: Object.entries(fixture.nodes).map(([id, { component }]) => {
      const [app = '', activity = ''] = component.split('/');
      return {
        id,
        screens: [{ id, picture: `${id}.png`, hierarchy: `${id}.xml`, activity: { package: app, activity } }],
        edges: fixture.edges.filter(({ from }) => from === id).flatMap(({ to, a }) => edgeOf(to, a)),
      };
    }),
  });
  const content = { open: (path: string) => contents.get(path) ?? null };
  return { world: new GraphWorld(graph, { content }), density: fixture.density };
}

/** A phone's world on those screens, at their start. */
export async function fixtureWorld(shared: string): Promise<PhoneWorld> {
  const { world, density } = await fixtureGraph(shared);
  const environment = new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
  return new UnmeasuredWorld(
    await EnvironmentWorld.start(environment, {
      profile: await profileOfGraph(world, { density }),
      start: { task: 'fixture', repeat: 0, seed: 0 },
      signal: new AbortController().signal,
    }),
  );
}

/** Screens whose pictures have no size that is known: the phone's is what it says, however few pixels they have. */
class UnmeasuredWorld implements PhoneWorld {
  readonly #world: PhoneWorld;

  constructor(world: PhoneWorld) {
    this.#world = world;
  }

  get profile(): PhoneProfile {
    return this.#world.profile;
  }

  get observation(): Observation {
    const { observation } = this.#world;
    return { ...observation, screen: { ...observation.screen, size: null } };
  }

  get state(): string | null {
    return this.#world.state;
  }

  hasTransition(action: Action): boolean {
    return this.#world.hasTransition(action);
  }

  perform(action: Action, origin: ActionOrigin): Promise<Performed> {
    return this.#world.perform(action, origin);
  }
}

function contentOf(mediaType: string, bytes: Uint8Array): ScreenContent {
  return { mediaType, load: async () => bytes };
}

function edgeOf(to: string, action: FixtureAction): SourceEdge[] {
  const made = actionOf(action);
  return made === null ? [] : [{ to, actions: [made] }];
}

/** Opening an app is the launcher's. */
function actionOf(action: FixtureAction): SourceAction | null {
  switch (action.t) {
    case 'click':
    case 'long_press':
      return { type: action.t, box: action.bbox };
    case 'back':
      return { type: 'key', key: 'BACK' };
    case 'type':
      return { type: 'type', text: action.text };
    case 'swipe':
      return { type: 'swipe', direction: action.dir };
    case 'open_app':
      return null;
    default:
      return action satisfies never;
  }
}

/** A phone on those screens. */
export async function fixturePhone(
  shared: string,
  setup: Partial<Omit<PhoneSetup, 'world'>> = {},
): Promise<PhoneDevice> {
  const world = await fixtureWorld(shared);
  // The transcripts hold the files of these screens as they are.
  const options = { screenshots: 'recorded' as const, ...setup.options };
  const phone = await PhoneDevice.start({ serial: 'fixture', parts: phoneParts(), ...setup, options, world });
  // The transcripts were taken of a phone whose log is empty.
  phone.systemLog.clear(new Set(LOG_BUFFERS));
  return phone;
}
