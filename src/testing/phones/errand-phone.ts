import sharp from 'sharp';
import { buildGraph } from '../../domain/graph/build-graph.js';
import type { GraphSource, SourceEdge } from '../../domain/graph/graph-source.js';
import type { ScreenContent } from '../../domain/screen.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { hierarchyXml, uiNode, type NodeSketch } from '../hierarchy-xml.js';

/** What to ask of an agent on the errand phone. */
export const ERRAND = 'Open the door with the code from the mail';

/** The screens of the errand phone and what stands on each, from top to bottom. Everything can be pressed. */
export const ERRAND_SCREENS = {
  home: ['Mail', 'Door'],
  mail: ['The door code is 4271', 'Reply'],
  door: ['Code field', 'Unlock', 'Turn handle'],
  typed: ['Code field: 4271', 'Unlock', 'Turn handle'],
  open: ['The door is open'],
} as const satisfies Record<string, readonly string[]>;
export type ErrandScreen = keyof typeof ERRAND_SCREENS;

const SIZE = { width: 100, height: 200 };
const ROW = 40;
const COLOURS: Readonly<Record<ErrandScreen, string>> = {
  home: '#f4f4f4',
  mail: '#ffe0b0',
  door: '#b0c4ff',
  typed: '#b0ffd0',
  open: '#ffb0c4',
};

/** Pixels of the place to press for what stands at this row of a screen. */
export function rowCentre(row: number): [x: number, y: number] {
  return [50, row * ROW + ROW / 2];
}

/**
 * A phone of 100 × 200 pixels for one errand, which cannot be done from the current screen alone: the code that
 * opens the door stands in a mail (memory), `Unlock` looks right and does nothing (reflection), and nothing says what comes
 * first (planning). Every screen has a picture of one colour and a UI hierarchy.
 */
export async function openErrandPhone(): Promise<GraphWorld> {
  const ids = Object.keys(ERRAND_SCREENS) as ErrandScreen[];
  const contents = new Map<string, ScreenContent>();
  for (const id of ids) {
    const picture = sharp({ create: { ...SIZE, channels: 3, background: COLOURS[id] } });
    contents.set(`${id}.png`, content('image/png', await picture.png().toBuffer()));
    contents.set(`${id}.xml`, content('application/xml', new TextEncoder().encode(hierarchyOf(id))));
  }
  const source: GraphSource = {
    name: 'errand',
    screenSize: SIZE,
    root: 'home',
    nodes: ids.map((id) => ({
      id,
      screens: [{ id, picture: `${id}.png`, hierarchy: `${id}.xml` }],
      edges: EDGES[id],
    })),
  };
  return new GraphWorld(buildGraph(source), { content: { open: (path) => contents.get(path) ?? null } });
}

/** The errand phone, ready for one episode of the task `errand`. */
export function errandEnvironment(world: GraphWorld): GraphEnvironment {
  return new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
}

const BACK: SourceEdge = { to: 'home', actions: [{ type: 'key', key: 'BACK' }] };
const EDGES: Readonly<Record<ErrandScreen, readonly SourceEdge[]>> = {
  home: [press('mail', 0), press('door', 1)],
  mail: [BACK],
  door: [BACK, { to: 'typed', actions: [{ type: 'type', text: '4271' }] }],
  typed: [BACK, press('open', 2)],
  open: [BACK],
};

function press(to: ErrandScreen, row: number): SourceEdge {
  return { to, actions: [{ type: 'click', box: [0, row * ROW, SIZE.width - 1, (row + 1) * ROW - 1] }] };
}

function hierarchyOf(id: ErrandScreen): string {
  const rows = ERRAND_SCREENS[id].map((label, row): NodeSketch => {
    const isField = label.startsWith('Code field');
    return uiNode({
      text: label,
      class: isField ? 'android.widget.EditText' : 'android.widget.Button',
      clickable: 'true',
      focusable: 'true',
      focused: isField ? 'true' : 'false',
      bounds: `[0,${row * ROW}][${SIZE.width},${(row + 1) * ROW}]`,
    });
  });
  return hierarchyXml([uiNode({ bounds: `[0,0][${SIZE.width},${SIZE.height}]` }, rows)]);
}

function content(mediaType: string, bytes: Uint8Array): ScreenContent {
  return { mediaType, load: async () => bytes };
}

/** The screen whose elements a text lists last; null where it lists none. */
export function errandScreenIn(text: string): ErrandScreen | null {
  const listed = text.slice(text.toLowerCase().lastIndexOf('elements'));
  if (listed.includes('The door is open')) return 'open';
  if (listed.includes('Code field: 4271')) return 'typed';
  if (listed.includes('Code field')) return 'door';
  if (listed.includes('The door code')) return 'mail';
  return listed.includes('Mail') && listed.includes('Door') ? 'home' : null;
}
