import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { randomStream } from '../../src/domain/random.js';
import type { GraphFile } from '../../src/formats/graph/graph-file.js';
import type { SuiteFile } from '../../src/formats/suite/suite-file.js';

const SIZE = { width: 90, height: 160 };
const APPS = ['Mail', 'Maps', 'Notes', 'Shop', 'Clock', 'Music'];
const PAGES = 14;

/**
 * A sound world with pictures and hierarchies, about as large as a bundled benchmark: six apps, each a ring of pages with
 * shortcuts, and tasks that visit several pages.
 */
export async function writeGeneratedWorld(folder: string, seed: number): Promise<void> {
  const random = randomStream(seed, 'generated world');
  const page = (app: string, number: number): string => `${app.toLowerCase()}.${number % PAGES}`;
  const ids = [
    'home',
    ...APPS.flatMap((app) => Array.from({ length: PAGES }, (_, number) => page(app, number))),
  ];
  const edgesOf = (app: string, number: number): NonNullable<GraphFile['nodes'][number]['edges']> => [
    { to: page(app, number + 1), actions: [{ type: 'click', box: [5, 20, 85, 40], point: [45, 30] }] },
    { to: page(app, number + 2 + random.below(4)), actions: [{ type: 'click', box: [5, 50, 85, 70] }] },
    { to: page(app, number + 7), actions: [{ type: 'swipe', direction: 'up' }] },
    { to: page(app, number + 9), actions: [{ type: 'type', text: `go ${number}` }] },
  ];
  const graph: GraphFile = {
    formatVersion: 2,
    name: 'generated',
    screenSize: SIZE,
    root: 'home',
    launcher: {
      apps: APPS.map((name) => ({ name, entries: [page(name, 0)] })),
      icons: APPS.map((app, index) => ({ app, box: [index * 15, 100, index * 15 + 12, 112] })),
    },
    nodes: ids.map((id) => {
      const [app = '', number = '0'] = id.split('.');
      return {
        id,
        screens: [{ id, picture: `pictures/${id}.png`, hierarchy: `hierarchies/${id}.xml` }],
        ...(id !== 'home' && { edges: edgesOf(app, Number(number)) }),
      };
    }),
  };
  const suite: SuiteFile = {
    formatVersion: 2,
    name: 'generated',
    version: '1',
    languages: ['en', 'zh'],
    defaultMaxSteps: 40,
    tasks: Array.from({ length: 30 }, (_, index) => {
      const app = APPS[index % APPS.length] ?? '';
      const screens = new Set([
        page(app, 1 + random.below(PAGES - 1)),
        page(APPS[random.below(6)] ?? '', 3 + random.below(9)),
      ]);
      return {
        id: `task-${index}`,
        instructions: { en: `Do errand ${index}`, zh: `办第${index}件事` },
        apps: [app],
        tags: [],
        optimalSteps: 4,
        milestones: [...screens].map((screen, number) => ({
          id: `m${number}`,
          type: 'screen' as const,
          abilities: ['find'],
          screens: [screen],
        })),
        evaluators: [],
      };
    }),
  };
  await mkdir(join(folder, 'pictures'), { recursive: true });
  await mkdir(join(folder, 'hierarchies'), { recursive: true });
  await Promise.all(
    ids.map(async (id, index) => {
      const background = { r: (index * 37) % 256, g: (index * 91) % 256, b: 90 };
      const picture = await sharp({ create: { ...SIZE, channels: 3, background } })
        .png()
        .toBuffer();
      await writeFile(join(folder, 'pictures', `${id}.png`), picture);
      await writeFile(join(folder, 'hierarchies', `${id}.xml`), hierarchyOf(id));
    }),
  );
  await writeFile(join(folder, 'graph.json'), JSON.stringify(graph, null, 1));
  await writeFile(join(folder, 'suite.json'), JSON.stringify(suite, null, 1));
}

function hierarchyOf(id: string): string {
  const node = (text: string, bounds: string): string =>
    `<node index="0" text="${text}" resource-id="" class="android.widget.TextView" package="generated" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="${bounds}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<hierarchy rotation="0">\n${node(id, '[5,20][85,40]')}\n${node('more', '[5,50][85,70]')}\n</hierarchy>\n`;
}
