import { foldAppName } from '../../domain/graph/build-graph.js';
import type { EdgeAction, Graph, GraphEdge, GraphNode, Launcher } from '../../domain/graph/graph.js';
import { prepareText } from '../../domain/graph/text-match.js';
import type { Box, Direction, Size } from '../../domain/geometry.js';
import { FileContentError, FileSchemaError } from '../../formats/file-errors.js';
import { parseJson, placeOf, readTextFile } from '../../formats/read-json-file.js';
import { COLORBENCH_ALIASES, COLORBENCH_ICONS, COLORBENCH_ROOT, COLORBENCH_SCREEN } from './launcher.js';

export interface ColorbenchGraphOptions {
  readonly name?: string;
  /** Node that HOME leads to; the published one unless given. */
  readonly root?: string;
  readonly screenSize?: Size;
  readonly signal?: AbortSignal;
}

/**
 * A graph in the published form: `graph[source][target] = actions`, candidates in file order.
 *
 * Targets without an entry of their own become nodes without edges, after the listed ones. Edges with an empty list of
 * actions are kept; they never fire.
 *
 * @throws {DatasetError} of `formats/file-errors.ts`, with file, line, column and path.
 */
export async function readColorbenchGraph(
  file: string,
  options: ColorbenchGraphOptions = {},
): Promise<Graph> {
  return parseColorbenchGraph(await readTextFile(file, options), file, options);
}

/** The same from a text already in memory; `file` is only for messages. */
export function parseColorbenchGraph(
  text: string,
  file: string,
  options: ColorbenchGraphOptions = {},
): Graph {
  const reading: Reading = { file, text };
  const value = parseJson(text, file, { maxDepth: 8 });
  if (!isObject(value)) throw problem(reading, [], 'a graph is an object: source → target → actions');
  return graphOf(value, reading, options);
}

type Path = readonly (string | number)[];
interface Reading {
  readonly file: string;
  readonly text: string;
}
type Fields = Readonly<Record<string, unknown>>;

function graphOf(value: Fields, reading: Reading, options: ColorbenchGraphOptions): Graph {
  const { root: rootId = COLORBENCH_ROOT, screenSize = COLORBENCH_SCREEN, name = 'colorbench' } = options;
  const ids = Object.keys(value);
  const nodeIndex = new Map<string, number>();
  for (const id of ids) {
    // JavaScript moves such keys to the front, and candidates must stay in file order.
    if (isArrayIndex(id)) throw problem(reading, [id], 'a node id may not be a whole number');
    nodeIndex.set(id, nodeIndex.size);
  }
  const listed = ids.length;
  const edgesOf: GraphEdge[][] = [];
  for (const source of ids) {
    const targets = value[source];
    if (!isObject(targets)) throw problem(reading, [source], 'expected an object: target → actions');
    const edges: GraphEdge[] = [];
    for (const target of Object.keys(targets)) {
      const path = [source, target];
      if (isArrayIndex(target)) throw problem(reading, path, 'a node id may not be a whole number');
      let index = nodeIndex.get(target);
      if (index === undefined) {
        index = ids.push(target) - 1;
        nodeIndex.set(target, index);
      }
      edges.push({ target: index, actions: actionsOf(targets[target], path, reading) });
    }
    edgesOf.push(edges);
    if (edgesOf.length === listed) break;
  }
  const nodes = ids.map((id, index): GraphNode => ({
    id,
    title: null,
    listed: index < listed,
    screens: [{ id, picture: id, hierarchy: null, activity: null, size: null }],
    edges: edgesOf[index] ?? [],
  }));
  const root = nodeIndex.get(rootId);
  if (root === undefined || root >= listed) {
    throw new FileContentError(`the root node "${rootId}" is not in the graph`, {
      place: { file: reading.file },
      hint: 'Check that this is the published graph.json, or name its root.',
    });
  }
  const rootEdges = nodes[root]?.edges ?? [];
  const launcher = { reference: referenceLauncher(rootEdges), corrected: correctedLauncher(rootEdges) };
  return { name, screenSize, root, nodes, nodeIndex, launcher };
}

function actionsOf(value: unknown, path: Path, reading: Reading): EdgeAction[] {
  if (!Array.isArray(value)) throw problem(reading, path, 'expected a list of actions');
  const actions: EdgeAction[] = [];
  for (let index = 0; index < value.length; index += 1) {
    const item: unknown = value[index];
    if (!isObject(item)) throw problem(reading, [...path, index], 'expected an action object');
    actions.push(actionOf(item, path, index, reading));
  }
  return actions;
}

function actionOf(item: Fields, path: Path, index: number, reading: Reading): EdgeAction {
  const type = item['action_type'];
  if (typeof type !== 'string') {
    throw problem(reading, [...path, index, 'action_type'], '"action_type" must be a text');
  }
  switch (type.toLowerCase()) {
    case 'click':
    case 'long_press': {
      const name = type.toLowerCase() === 'click' ? 'click' : 'long_press';
      const { bbox, x, y } = item;
      if (bbox !== undefined && !isBox(bbox)) {
        throw problem(reading, [...path, index, 'bbox'], '"bbox" must be four whole numbers');
      }
      const point: [number, number] | null = isNumber(x) && isNumber(y) ? [x, y] : null;
      return { type: name, box: bbox ?? null, point };
    }
    case 'swipe':
      return { type: 'swipe', direction: directionOf(item['direction']), box: null };
    case 'type': {
      const { text } = item;
      if (typeof text !== 'string') throw problem(reading, [...path, index, 'text'], '"text" must be a text');
      return { type: 'type', text, match: prepareText(text) };
    }
    case 'open': {
      const { app } = item;
      return typeof app === 'string' ? { type: 'open', app } : { type: 'other', name: 'open' };
    }
    case 'wait':
      return { type: 'wait' };
    default:
      return { type: 'other', name: type.toLowerCase() };
  }
}

/** Entries by the app of each edge's first action, names exact. */
function referenceLauncher(edges: readonly GraphEdge[]): Launcher {
  const entries = new Map<string, number[]>();
  for (const { target, actions } of edges) {
    const [first] = actions;
    if (first?.type === 'open') addEntry(entries, first.app, target);
  }
  return { entries, aliases: COLORBENCH_ALIASES, icons: COLORBENCH_ICONS };
}

/** Entries by every app that an edge carries, names trimmed and case folded. */
function correctedLauncher(edges: readonly GraphEdge[]): Launcher {
  const entries = new Map<string, number[]>();
  for (const { target, actions } of edges) {
    for (const action of actions) {
      if (action.type === 'open') addEntry(entries, foldAppName(action.app), target);
    }
  }
  const aliases = new Map<string, string>();
  for (const [alias, app] of COLORBENCH_ALIASES) aliases.set(foldAppName(alias), foldAppName(app));
  return { entries, aliases, icons: COLORBENCH_ICONS };
}

function addEntry(entries: Map<string, number[]>, app: string, target: number): void {
  const known = entries.get(app);
  if (known === undefined) entries.set(app, [target]);
  else if (!known.includes(target)) known.push(target);
}

function problem(reading: Reading, path: Path, message: string): FileSchemaError {
  return new FileSchemaError(message, {
    place: placeOf(reading.file, reading.text, path),
    hint: 'Compare the file with the published graph.json.',
  });
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isArrayIndex(id: string): boolean {
  const first = id.charCodeAt(0);
  return first >= 48 && first <= 57 && /^(?:0|[1-9]\d*)$/.test(id);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** Borders count as whole pixels, cut toward zero, by the published code; the file has no others. */
function isBox(value: unknown): value is Box {
  return Array.isArray(value) && value.length === 4 && value.every((item) => Number.isInteger(item));
}

function directionOf(value: unknown): Direction | null {
  return value === 'up' || value === 'down' || value === 'left' || value === 'right' ? value : null;
}
