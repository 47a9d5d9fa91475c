import type { AppIntent } from '../src/domain/graph/graph-source.js';
import type { GraphFile } from '../src/formats/graph/graph-file.js';
import { placeId } from './place.js';
import { inclusive, type ExploredNode } from './explore.js';
import { PICTURE_SIZE } from './render/screen.js';
import { standardNames } from './standard-names.js';
import type { World } from './world.js';

/** What Pocket's status bar and calendar show: a Wednesday, where it is as late as in Accra. */
const RECORDED_CLOCK = { recordedAt: '2026-10-14T09:41:00Z', timeZone: 'Africa/Accra' } as const;

/** Path of a screen's picture inside the world's folder. */
export function picturePath(id: string): string {
  return `screens/${id}.png`;
}

/** Path of a screen's UI hierarchy inside the world's folder. */
export function hierarchyPath(id: string): string {
  return `screens/${id}.xml`;
}

/** `graph.json` of the explored phone. */
export function graphFile(world: World, nodes: readonly ExploredNode[]): GraphFile {
  const root = placeId({ page: world.launcher.entry.page, state: {}, scroll: 0 });
  const icons = nodes.find(({ id }) => id === root)?.reading.apps ?? [];
  return {
    formatVersion: 2,
    name: 'pocket',
    screenSize: { ...PICTURE_SIZE },
    root,
    launcher: {
      apps: world.apps.map((app) => {
        const { packages, intents } = standardNames(app.id);
        return {
          name: app.name,
          aliases: [...app.aliases, ...packages],
          entries: [placeId({ page: app.entry.page, state: app.entry.state, scroll: 0 })],
          ...(intents.length === 0 ? {} : { intents: intents.map(intentOf) }),
        };
      }),
      icons: icons.map(({ app, box }) => ({ app, box: inclusive(box) })),
    },
    clock: { ...RECORDED_CLOCK },
    nodes: nodes.map(({ id, app, view, edges }) => ({
      id,
      title: view.title,
      screens: [
        {
          id,
          picture: picturePath(id),
          hierarchy: hierarchyPath(id),
          activity: { package: app.package, activity: view.activity },
        },
      ],
      edges: edges.map(({ to, actions }) => ({ to, actions: [...actions] })),
    })),
  };
}

/** An intent as the file has it, with lists of its own. */
function intentOf({ action, categories, data }: AppIntent): {
  action: string;
  categories?: string[];
  data?: string[];
} {
  return {
    action,
    ...(categories === undefined ? {} : { categories: [...categories] }),
    ...(data === undefined ? {} : { data: [...data] }),
  };
}

/** JSON with a line for each node or task, so that changes can be read. */
export function linedJson(value: object, list: string): string {
  const { [list]: items, ...rest } = value as Record<string, unknown>;
  const head = JSON.stringify(rest, null, 1).replace(/\n\}$/, '');
  const lines = Array.isArray(items) ? items.map((item) => `  ${JSON.stringify(item)}`).join(',\n') : '';
  return `${head},\n "${list}": [\n${lines}\n ]\n}\n`;
}
