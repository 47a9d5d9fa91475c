import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ActionMatrix, MatrixAction } from '../../../domain/construction/action-matrix.js';
import type { Box, Size } from '../../../domain/geometry.js';
import type { Mode } from '../../../domain/mode.js';
import { isThere } from '../../../files/is-there.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import { GraphFileSchema, type GraphFile } from '../../../formats/graph/graph-file.js';
import { parseGraphFile } from '../../../formats/graph/read-graph.js';
import { parseJson, readTextFile } from '../../../formats/read-json-file.js';
import { sha256 } from '../../../formats/run/canonical-json.js';
import { writeJsonFile } from '../../../formats/write-json-file.js';
import { publishedConstruction } from '../published-construction.js';

/** A touch on an edge of a world that wants a box. */
export interface WorldTouch {
  /** Node, target, and the places of edge and action. */
  readonly id: string;
  readonly node: string;
  readonly target: string;
  /** From 0. */
  readonly edge: number;
  readonly action: number;
  readonly type: 'click' | 'long_press';
  /** Pixels of the picture. */
  readonly point: readonly [number, number];
  /** Paths within the world's folder. */
  readonly picture: string | null;
  readonly hierarchy: string | null;
  /** Pixels of the screen, as the world says. */
  readonly size: Size;
}

/** A world whose touches want boxes. */
interface TouchedWorld {
  readonly touches: readonly WorldTouch[];
  /** Writes boxes, by the ids of their touches, into graph.json; what it was is kept in `backups/`. */
  readonly write: (boxes: ReadonlyMap<string, Box>) => Promise<void>;
}

/** Folder of the pictures next to a published graph.json. */
const PICTURES = 'graph_image';
/** Pixels of a published screen whose picture is missing. */
const PUBLISHED_SIZE: Size = { width: 1080, height: 2374 };

/**
 * Touches of a world, of our own form or as a published graph.json with its pictures. Those without a box; in reference mode, of a
 * published graph, all that have a point.
 *
 * @throws {DatasetError} for a graph.json that cannot be read
 */
export async function openTouchedWorld(
  world: string,
  { mode, signal }: { readonly mode: Mode; readonly signal: AbortSignal },
): Promise<TouchedWorld> {
  const file = join(world, 'graph.json');
  const text = await readTextFile(file, { signal });
  const value = parseJson(text, file, { maxDepth: Infinity });
  const isOwn = typeof value === 'object' && value !== null && 'formatVersion' in value;
  if (!isOwn) return await publishedWorld(world, file, text, { mode, signal });
  const graph = parseGraphFile(text, file);
  return {
    touches: touchesOf(graph),
    write: async (boxes) => {
      await keepBackup(file, text);
      await writeJsonFile(file, withBoxes(graph, boxes), GraphFileSchema);
    },
  };
}

async function publishedWorld(
  world: string,
  file: string,
  text: string,
  { mode, signal }: { readonly mode: Mode; readonly signal: AbortSignal },
): Promise<TouchedWorld> {
  const construction = await publishedConstruction();
  const { matrix } = await construction.readMatrix(file, { mode: 'corrected', repair: false, signal });
  const pictures = new Map<string, string>();
  for (const name of matrix.rows.keys()) {
    for (const path of [`${PICTURES}/${name}`, name]) {
      if (!pictures.has(name) && (await isThere(join(world, path)))) pictures.set(name, path);
    }
  }
  return {
    touches: matrixTouches(matrix, mode, pictures),
    write: async (boxes) => {
      await keepBackup(file, text);
      const boxed = matrixWithBoxes(matrix, boxes);
      const options = { form: 'graph', mode: 'corrected', app: '', now: '' } as const;
      for (const made of construction.matrixTexts(file, boxed, options))
        await writeWholeFile(made.file, made.text);
    },
  };
}

function matrixTouches(
  { rows }: ActionMatrix,
  mode: Mode,
  pictures: ReadonlyMap<string, string>,
): readonly WorldTouch[] {
  return [...rows].flatMap(([node, row]) =>
    [...row].flatMap(([target, actions], edge) =>
      actions.flatMap((given, action): WorldTouch[] => {
        const { action_type: type, x, y, bbox } = given;
        if ((type !== 'click' && type !== 'long_press') || typeof x !== 'number' || typeof y !== 'number')
          return [];
        if (mode === 'corrected' && bbox !== undefined) return [];
        const place = { node, target, edge, action };
        const shown = { picture: pictures.get(node) ?? null, hierarchy: null, size: PUBLISHED_SIZE };
        return [{ id: touchId(place), ...place, type, point: [x, y], ...shown }];
      }),
    ),
  );
}

function matrixWithBoxes(matrix: ActionMatrix, boxes: ReadonlyMap<string, Box>): ActionMatrix {
  const rows = new Map(
    [...matrix.rows].map(([node, row]) => [
      node,
      new Map(
        [...row].map(([target, actions], edge) => [
          target,
          actions.map((given, action): MatrixAction => {
            const bbox = boxes.get(touchId({ node, target, edge, action }));
            return bbox === undefined ? given : { ...given, bbox };
          }),
        ]),
      ),
    ]),
  );
  return { ...matrix, rows };
}

async function keepBackup(file: string, text: string): Promise<void> {
  const backups = join(dirname(file), 'backups');
  await mkdir(backups, { recursive: true });
  await writeWholeFile(join(backups, `graph_${sha256(text).slice(0, 12)}.json`), text);
}

function touchId({
  node,
  target,
  edge,
  action,
}: Pick<WorldTouch, 'node' | 'target' | 'edge' | 'action'>): string {
  return `${node} ${target} ${edge}.${action}`;
}

function withBoxes(graph: GraphFile, boxes: ReadonlyMap<string, Box>): GraphFile {
  const nodes = graph.nodes.map((node) => {
    if (node.edges === undefined) return node;
    const edges = node.edges.map((given, edge) => ({
      ...given,
      actions: given.actions.map((one, action) => {
        const box = boxes.get(touchId({ node: node.id, target: given.to, edge, action }));
        return box === undefined || !('point' in one) ? one : { ...one, box };
      }),
    }));
    return { ...node, edges };
  });
  return { ...graph, nodes };
}

function touchesOf(graph: GraphFile): readonly WorldTouch[] {
  return graph.nodes.flatMap(({ id: node, screens = [], edges = [] }) => {
    // The first screen of a node stands for all.
    const screen = screens.find(({ picture }) => picture !== undefined) ?? screens[0];
    return edges.flatMap(({ to: target, actions }, edge) =>
      actions.flatMap((given, action): WorldTouch[] => {
        if (given.type !== 'click' && given.type !== 'long_press') return [];
        if (given.point === undefined || given.box !== undefined) return [];
        return [
          {
            id: touchId({ node, target, edge, action }),
            node,
            target,
            edge,
            action,
            type: given.type,
            point: given.point,
            picture: screen?.picture ?? null,
            hierarchy: screen?.hierarchy ?? null,
            size: screen?.size ?? graph.screenSize,
          },
        ];
      }),
    );
  });
}
