import { buildGraph } from '../../../src/domain/graph/build-graph.js';
import type { SourceAction, SourceEdge } from '../../../src/domain/graph/graph-source.js';
import type { ScreenContent } from '../../../src/domain/screen.js';
import { GraphWorld } from '../../../src/environments/graph/graph-world.js';
import { hierarchyXml, uiNode } from '../../../src/testing/hierarchy-xml.js';
import { smallPng } from '../../../src/testing/small-png.js';
import { ERRANDS_PACKAGE, NOTE_TEXTS } from './errands.js';

const SIZE = { width: 270, height: 600 } as const;
const HOME_PACKAGE = 'org.example.home';
const TOP: SourceAction = { type: 'click', box: [0, 0, 270, 199] };
const MIDDLE: SourceAction = { type: 'click', box: [0, 200, 270, 399] };
const BOTTOM: SourceAction = { type: 'click', box: [0, 400, 270, 600] };
const BACK: SourceAction = { type: 'key', key: 'BACK' };
const toList: SourceEdge = { to: 'list', actions: [BACK] };

interface ErrandScreen {
  readonly texts: readonly string[];
  /** What the field in focus holds, where there is one. */
  readonly field?: string;
  readonly edges: readonly SourceEdge[];
}

const { note: MILK, 'note-beyond-ascii': CHINESE } = NOTE_TEXTS;

const SCREENS: Readonly<Record<string, ErrandScreen>> = {
  home: { texts: ['Errands', 'Clock', 'Mail'], edges: [] },
  list: {
    texts: ['Order 12', 'New note', 'Errands'],
    edges: [
      { to: 'order', actions: [TOP] },
      { to: 'note', actions: [MIDDLE] },
    ],
  },
  order: {
    texts: ['Order 12', 'At the counter', 'Pick up'],
    edges: [{ to: 'picked-up', actions: [BOTTOM] }, toList],
  },
  'picked-up': { texts: ['Order 12', 'Errands', 'Picked up'], edges: [toList] },
  note: {
    texts: ['New note', 'Errands', 'Keep'],
    field: '',
    edges: [
      { to: 'note-milk', actions: [{ type: 'type', text: MILK }] },
      { to: 'note-chinese', actions: [{ type: 'type', text: CHINESE }] },
      toList,
    ],
  },
  'note-milk': noteWith(MILK, 'kept-milk'),
  'note-chinese': noteWith(CHINESE, 'kept-chinese'),
  'kept-milk': { texts: ['Notes', 'Errands', `Saved: ${MILK}`], edges: [toList] },
  'kept-chinese': { texts: ['Notes', 'Errands', `Saved: ${CHINESE}`], edges: [toList] },
};

function noteWith(field: string, to: string): ErrandScreen {
  return { texts: ['New note', 'Errands', 'Keep'], field, edges: [{ to, actions: [BOTTOM] }, toList] };
}

/** A small app of made-up screens, as it was recorded. */
export function errandWorld(): GraphWorld {
  const contents = new Map<string, ScreenContent>();
  for (const [index, [id, screen]] of Object.entries(SCREENS).entries()) {
    const picture = smallPng(SIZE, 20 + 25 * index, 'rgba');
    const xml = Buffer.from(hierarchyOf(id, screen));
    contents.set(`${id}.png`, { mediaType: 'image/png', load: async () => picture });
    contents.set(`${id}.xml`, { mediaType: 'application/xml', load: async () => xml });
  }
  const graph = buildGraph({
    name: 'errands',
    screenSize: SIZE,
    root: 'home',
    launcher: { apps: [{ name: 'Errands', aliases: [ERRANDS_PACKAGE], entries: ['list'] }] },
    nodes: Object.entries(SCREENS).map(([id, { edges }]) => ({
      id,
      edges,
      screens: [
        {
          id,
          picture: `${id}.png`,
          hierarchy: `${id}.xml`,
          activity: { package: packageOf(id), activity: `.${id.replaceAll('-', '_')}` },
        },
      ],
    })),
  });
  return new GraphWorld(graph, { content: { open: (path) => contents.get(path) ?? null } });
}

function packageOf(id: string): string {
  return id === 'home' ? HOME_PACKAGE : ERRANDS_PACKAGE;
}

function hierarchyOf(id: string, { texts, field }: ErrandScreen): string {
  const app = packageOf(id);
  const rows = texts.map((text, row) =>
    uiNode({ text, package: app, bounds: `[0,${200 * row}][270,${200 * row + 199}]` }),
  );
  const input = { class: 'android.widget.EditText', focused: 'true', focusable: 'true' };
  const fields =
    field === undefined ? [] : [uiNode({ ...input, text: field, package: app, bounds: '[0,0][270,100]' })];
  return hierarchyXml([uiNode({ package: app, bounds: '[0,0][270,600]' }, [...fields, ...rows])]);
}
