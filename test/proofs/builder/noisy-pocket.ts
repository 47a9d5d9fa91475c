import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Capture, Material, WorldStep } from '../../../src/builder/material/material.js';
import { tap, type Action } from '../../../src/domain/action.js';
import { pixelPoint } from '../../../src/domain/geometry.js';
import { randomStream, type RandomStream } from '../../../src/domain/random.js';
import type { ScreenContent } from '../../../src/domain/screen.js';
import { POCKET_FOLDER } from '../../../src/benchmarks/pocket/pocket-benchmark.js';
import { readGraphFile } from '../../../src/formats/graph/read-graph.js';
import type { GraphFile } from '../../../src/formats/graph/graph-file.js';
import { sha256 } from '../../../src/formats/run/canonical-json.js';
import { decodePixels, encodePng, type Pixels } from '../../../src/observations/pictures/pixels.js';

/** Looks at Pocket's states with noise, and which state each capture truly is. */
export interface NoisyPocket {
  readonly material: Material;
  /** By capture. States that nothing tells apart are one. */
  readonly truth: readonly number[];
  /** True state by the hash of a picture's bytes, for a stand-in model. */
  readonly stateOfPicture: ReadonlyMap<string, number>;
}

/** Parts of apps that change whenever one looks; not all apps have them. */
const WITHOUT_NOISE: ReadonlySet<string> = new Set(['com.pocket.launcher', 'com.pocket.maps']);
const PICKS = [
  'Lamp',
  'Kettle',
  'Rug',
  'Mirror',
  'Vase',
  'Stool',
  'Clock',
  'Basket',
  'Tray',
  'Shelf',
  'Quilt',
  'Bowl',
];

/**
 * Several looks at each of Pocket's states, each with another time, other counters and other recommendations in another order; the states'
 * edges as steps from look to look; and for some states two looks in a row without anything done in between.
 */
export async function noisyPocket({
  looks,
  pictures,
  seed,
  nodes: most = Number.POSITIVE_INFINITY,
  idle = 0.5,
}: {
  readonly looks: number;
  /** Draws the noise on the pictures as well; without, all looks of a state have one picture. */
  readonly pictures: boolean;
  readonly seed: number;
  readonly nodes?: number;
  /** Part of the states that are looked at twice in a row. */
  readonly idle?: number;
}): Promise<NoisyPocket> {
  const random = randomStream('noisy-pocket', seed);
  const graph = await readGraphFile(join(POCKET_FOLDER, 'graph.json'));
  const nodes = graph.nodes.slice(0, most);
  const captures: Capture[] = [];
  const truth: number[] = [];
  const stateOfPicture = new Map<string, number>();
  const steps: WorldStep[] = [];
  const capturesOf = new Map<string, number[]>();
  const states = new Map<string, number>();
  for (const node of nodes) {
    const [screen] = node.screens ?? [];
    if (screen?.picture === undefined || screen.hierarchy === undefined) continue;
    const picture = await readFile(join(POCKET_FOLDER, screen.picture));
    const xml = await readFile(join(POCKET_FOLDER, screen.hierarchy), 'utf8');
    const content = pictures ? sha256(picture) : sha256(xml);
    const state = states.get(content) ?? states.size;
    states.set(content, state);
    const app = screen.activity?.package ?? '';
    const isNoisy = !WITHOUT_NOISE.has(app);
    const pixels = pictures && isNoisy ? await decodePixels(picture, { file: screen.picture }) : null;
    const own: number[] = [];
    for (let look = 0; look < looks; look += 1) {
      const bytes = pixels === null ? picture : await encodePng(noisyPixels(pixels, random));
      const hierarchy = Buffer.from(isNoisy ? noisyXml(xml, app, random) : xml);
      const pictureHash = sha256(bytes);
      stateOfPicture.set(pictureHash, state);
      truth.push(state);
      own.push(
        captures.push({
          size: graph.screenSize,
          activity: screen.activity ?? null,
          picture: pictureHash,
          hierarchy: sha256(hierarchy),
          pictureContent: contentOf(bytes, 'image/png'),
          hierarchyContent: contentOf(hierarchy, 'application/xml'),
        }) - 1,
      );
    }
    capturesOf.set(node.id, own);
    const [first, second] = own;
    if (first !== undefined && second !== undefined && random.next() < idle) {
      steps.push({ from: first, to: second, actions: [{ type: 'wait' }], isIdle: true });
    }
  }
  for (const node of nodes) {
    for (const { to, actions } of node.edges ?? []) {
      for (const one of actions) {
        const [from, next] = [drawn(capturesOf.get(node.id), random), drawn(capturesOf.get(to), random)];
        const action = actionOf(one);
        if (from !== undefined && next !== undefined && action !== null) {
          steps.push({ from, to: next, actions: [action] });
        }
      }
    }
  }
  const material: Material = {
    captures,
    steps,
    walks: [{ first: 0, of: null }],
    size: graph.screenSize,
    warnings: [],
  };
  return { material, truth, stateOfPicture };
}

/** The action that an edge asks for; null for what has no place. */
export function actionOf(
  action: NonNullable<GraphFile['nodes'][number]['edges']>[number]['actions'][number],
): Action | null {
  switch (action.type) {
    case 'click':
    case 'long_press': {
      const [x, y] = action.box === undefined ? (action.point ?? [0, 0]) : centre(action.box);
      const at = tap(pixelPoint(x, y));
      return action.type === 'click' ? at : { type: 'long_press', target: at.target };
    }
    case 'swipe':
      return {
        type: 'swipe',
        direction: action.direction,
        ...(action.box === undefined ? {} : { from: pixelPoint(...centre(action.box)) }),
      };
    case 'type':
      return { type: 'type', text: action.text };
    case 'key':
      return { type: 'key', key: action.key };
    case 'open':
      return { type: 'open_app', app: action.app };
    case 'wait':
      return { type: 'wait' };
    default:
      return action satisfies never;
  }
}

function centre([left, top, right, bottom]: readonly [number, number, number, number]): [number, number] {
  return [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
}

export function contentOf(bytes: Uint8Array, mediaType: string): ScreenContent {
  return { mediaType, hash: sha256(bytes), load: async () => bytes };
}

function drawn(list: readonly number[] | undefined, random: RandomStream): number | undefined {
  return list === undefined ? undefined : list[random.below(list.length)];
}

/** The hierarchy with a time, a counter and recommendations, in another order each time. */
function noisyXml(xml: string, app: string, random: RandomStream): string {
  const node = (id: string, text: string, inside = ''): string =>
    `<node index="0" text="${text}" resource-id="${app}:id/${id}" class="android.widget.TextView" package="${app}" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" visible-to-user="true" bounds="[0,1080][540,1130]">${inside}</node>`;
  const two = (n: number): string => String(n).padStart(2, '0');
  const noise = [
    node('now', `${two(random.below(24))}:${two(random.below(60))}`),
    node('likes', `${random.below(900)} likes`),
    node(
      'picks',
      '',
      shuffled(PICKS, random)
        .slice(0, 4)
        .map((pick) => node('pick', pick))
        .join(''),
    ),
  ].join('');
  const end = xml.lastIndexOf('</node>');
  return `${xml.slice(0, end)}${noise}${xml.slice(end)}`;
}

function shuffled<T>(list: readonly T[], random: RandomStream): T[] {
  return list
    .map((value) => ({ value, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** The picture with another time in its status bar, another counter, and recommendations in another order. */
function noisyPixels({ width, height, data }: Pixels, random: RandomStream): Pixels {
  const changed = Uint8Array.from(data);
  const fill = (
    left: number,
    top: number,
    right: number,
    bottom: number,
    colour: readonly number[],
  ): void => {
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) changed.set(colour, (y * width + x) * 3);
    }
  };
  const digits = (left: number, top: number, count: number): void => {
    fill(left, top, left + count * 9, top + 14, [255, 255, 255]);
    for (let digit = 0; digit < count; digit += 1) {
      for (let block = 0; block < 6; block += 1) {
        if (random.next() < 0.5) continue;
        const [x, y] = [left + digit * 9 + (block % 2) * 4, top + Math.floor(block / 2) * 4];
        fill(x, y, x + 3, y + 3, [30, 30, 30]);
      }
    }
  };
  digits(24, 14, 4);
  digits(440, 1062, 3);
  const palette = shuffled(
    PICKS.map((_, index) => [(index * 83) % 256, (index * 151) % 256, (index * 47) % 256]),
    random,
  );
  for (let card = 0; card < 4; card += 1) {
    fill(20 + card * 130, 1080, 20 + card * 130 + 110, Math.min(1130, height), palette[card] ?? [0, 0, 0]);
  }
  return { width, height, data: changed };
}
