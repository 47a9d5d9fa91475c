import type { GraphFile } from '../src/formats/graph/graph-file.js';
import { placeId } from './place.js';
import { inclusive, type ExploredNode } from './explore.js';
import { PICTURE_SIZE } from './render/phone-page.js';
import type { World } from './world.js';

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
    formatVersion: 1,
    name: 'pocket',
    screenSize: { ...PICTURE_SIZE },
    root,
    launcher: {
      apps: world.apps.map((app) => ({
        name: app.name,
        aliases: [...app.aliases],
        entries: [placeId({ page: app.entry.page, state: app.entry.state, scroll: 0 })],
      })),
      icons: icons.map(({ app, box }) => ({ app, box: inclusive(box) })),
    },
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

/** JSON with a line for each node or task, so that changes can be read. */
export function linedJson(value: object, list: string): string {
  const { [list]: items, ...rest } = value as Record<string, unknown>;
  const head = JSON.stringify(rest, null, 1).replace(/\n\}$/, '');
  const lines = Array.isArray(items) ? items.map((item) => `  ${JSON.stringify(item)}`).join(',\n') : '';
  return `${head},\n "${list}": [\n${lines}\n ]\n}\n`;
}
