import { buildEdgeTable } from '../../domain/graph/edge-table.js';
import type { EdgeAction, Graph, GraphEdge, GraphNode } from '../../domain/graph/graph.js';
import { prepareText } from '../../domain/graph/text-match.js';
import type { Box, Direction, Size } from '../../domain/geometry.js';
import { FileContentError, FileSchemaError } from '../../formats/file-errors.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import { decodeUtf8, parseJson, placeOf } from '../../formats/read-json-file.js';
import { colorbenchLaunchers, COLORBENCH_ROOT, COLORBENCH_SCREEN } from './launcher.js';

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
  return parseColorbenchGraph(
    await readBytes(file, { maxBytes: FILE_LIMITS.json, ...options }),
    file,
    options,
  );
}

/** The same from bytes or a text already in memory; `file` is only for messages. */
export function parseColorbenchGraph(
  source: Uint8Array | string,
  file: string,
  options: ColorbenchGraphOptions = {},
): Graph {
  if (typeof source === 'string') return parseText(source, file, options);
  return parseMostlyAscii(source, options) ?? parseText(decodeUtf8(source, file), file, options);
}

function parseText(text: string, file: string, options: ColorbenchGraphOptions): Graph {
  const reading: Reading = { text: (value) => value, problem: problemIn(file, text) };
  // Nothing here recurses, so depth does no harm.
  const value = parseJson(text, file, { maxDepth: Infinity });
  if (!isObject(value)) throw reading.problem([], 'a graph is an object: source → target → actions');
  return graphOf(value, reading, { ...options, file });
}

/**
 * The file has few characters beyond ASCII, all inside strings. Parsing its bytes one by one as characters and putting
 * those strings right afterwards takes two thirds of the time. Null where that cannot be done, or where anything is wrong:
 * then the slower way says what.
 */
function parseMostlyAscii(bytes: Uint8Array, options: ColorbenchGraphOptions): Graph | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Escaped characters could not be distinguished from bytes.
  if (buffer.includes('\\u')) return null;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reading: Reading = {
    text: (value) => (NOT_ASCII.test(value) ? decoder.decode(Buffer.from(value, 'latin1')) : value),
    problem: (_, message) => new FileSchemaError(message),
  };
  try {
    const value: unknown = JSON.parse(buffer.toString('latin1'));
    return isObject(value) ? graphOf(value, reading, { ...options, file: '' }) : null;
  } catch {
    return null;
  }
}

const NOT_ASCII = /[\u0080-\u00ff]/;

type Path = readonly (string | number)[];
interface Reading {
  /** A string of the file as it was meant. */
  readonly text: (value: string) => string;
  /** What is wrong at this place. */
  readonly problem: (path: Path, message: string) => FileSchemaError;
}
type Fields = Readonly<Record<string, unknown>>;

function graphOf(
  value: Fields,
  reading: Reading,
  options: ColorbenchGraphOptions & { readonly file: string },
): Graph {
  const { root: rootId = COLORBENCH_ROOT, screenSize = COLORBENCH_SCREEN, name = 'colorbench' } = options;
  const sources = Object.keys(value);
  const ids: string[] = [];
  const nodeIndex = new Map<string, number>();
  const indexOf = (key: string, source: string): number => {
    const id = reading.text(key);
    const known = nodeIndex.get(id);
    if (known !== undefined) return known;
    // JavaScript moves such keys to the front, and candidates must stay in file order.
    if (isArrayIndex(id)) {
      throw reading.problem(key === source ? [key] : [source, key], 'a node id may not be a whole number');
    }
    nodeIndex.set(id, ids.length);
    return ids.push(id) - 1;
  };
  for (const source of sources) indexOf(source, source);
  const edges = sources.map((source) => {
    const targets = value[source];
    if (!isObject(targets)) throw reading.problem([source], 'expected an object: target → actions');
    return Object.keys(targets).map((target): GraphEdge => ({
      target: indexOf(target, source),
      actions: actionsOf(targets[target], [source, target], reading),
    }));
  });
  const nodes = ids.map((id, index): GraphNode => ({
    id,
    title: null,
    listed: index < sources.length,
    screens: [{ id, picture: id, hierarchy: null, activity: null, size: null }],
    edges: edges[index] ?? [],
  }));
  const root = nodeIndex.get(rootId);
  if (root === undefined || root >= sources.length) {
    throw new FileContentError(`the root node "${rootId}" is not in the graph`, {
      place: { file: options.file },
      hint: 'Check that this is the published graph.json, or name its root.',
    });
  }
  const launcher = colorbenchLaunchers(edges[root] ?? []);
  return { name, screenSize, root, nodes, table: buildEdgeTable(nodes), nodeIndex, launcher };
}

function actionsOf(value: unknown, path: Path, reading: Reading): EdgeAction[] {
  if (!Array.isArray(value)) throw reading.problem(path, 'expected a list of actions');
  return value.map((item: unknown, index) => actionOf(item, path, index, reading));
}

function actionOf(item: unknown, path: Path, index: number, { text: textOf, problem }: Reading): EdgeAction {
  if (!isObject(item)) throw problem([...path, index], 'expected an action object');
  if (typeof item['action_type'] !== 'string') {
    throw problem([...path, index, 'action_type'], '"action_type" must be a text');
  }
  const type = textOf(item['action_type']).toLowerCase();
  switch (type) {
    case 'click':
    case 'long_press': {
      const { bbox, x, y } = item;
      if (bbox !== undefined && !isBox(bbox)) {
        throw problem([...path, index, 'bbox'], '"bbox" must be four whole numbers');
      }
      const point: [number, number] | null = typeof x === 'number' && typeof y === 'number' ? [x, y] : null;
      return { type, box: bbox ?? null, point };
    }
    case 'swipe':
      return { type, direction: directionOf(item['direction']), box: null };
    case 'type': {
      if (typeof item['text'] !== 'string') {
        throw problem([...path, index, 'text'], '"text" must be a text');
      }
      const text = textOf(item['text']);
      return { type, text, match: prepareText(text) };
    }
    case 'open':
      if (typeof item['app'] !== 'string') return { type: 'other', name: type };
      return { type, app: textOf(item['app']) };
    case 'wait':
      return { type };
    default:
      return { type: 'other', name: type };
  }
}

/** Makes errors that name the place of a value in the text. */
function problemIn(file: string, text: string): Reading['problem'] {
  return (path, message) =>
    new FileSchemaError(message, {
      place: placeOf(file, text, path),
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

/** Borders count as whole pixels, cut toward zero, by the published code; the file has no others. */
function isBox(value: unknown): value is Box {
  return Array.isArray(value) && value.length === 4 && value.every((item) => Number.isInteger(item));
}

function directionOf(value: unknown): Direction | null {
  return value === 'up' || value === 'down' || value === 'left' || value === 'right' ? value : null;
}
