import { buildGraph } from '../../domain/graph/build-graph.js';
import type { Graph } from '../../domain/graph/graph.js';
import { findGraphProblems } from '../../domain/graph/graph-source.js';
import { FileContentError } from '../file-errors.js';
import { upgradeFormat } from '../format-version.js';
import { checkSchema, parseJson, placeOf, readTextFile } from '../read-json-file.js';
import { GRAPH_FORMAT, GraphFileSchema, type GraphFile } from './graph-file.js';

/** Largest `graph.json` that is read. */
export const MAX_GRAPH_BYTES = 256 * 1024 * 1024;

/**
 * A graph file's text, checked as a whole: shape, ids, targets, paths.
 *
 * @throws {DatasetError} of `formats/file-errors.ts`, with file, line, column and path.
 */
export function parseGraphFile(text: string, file: string): GraphFile {
  const value = upgradeFormat(parseJson(text, file), GRAPH_FORMAT, { file });
  const graph = checkSchema(value, GraphFileSchema, { file, text });
  const [problem, ...others] = findGraphProblems(graph);
  if (problem !== undefined) {
    const more = others.length > 0 ? ` (and ${others.length} more problems)` : '';
    throw new FileContentError(`${problem.message}${more}`, {
      place: placeOf(file, text, problem.path),
      hint: 'Every id is given once, and every edge, entry and root names a node of this file.',
    });
  }
  return graph;
}

/** A graph file as written. @throws as `parseGraphFile`, and where the file cannot be read. */
export async function readGraphFile(
  file: string,
  options: { signal?: AbortSignal } = {},
): Promise<GraphFile> {
  return parseGraphFile(await readTextFile(file, { ...options, maxBytes: MAX_GRAPH_BYTES }), file);
}

/** A graph file, ready to run episodes on. @throws as `readGraphFile`. */
export async function readGraph(file: string, options: { signal?: AbortSignal } = {}): Promise<Graph> {
  return buildGraph(await readGraphFile(file, options));
}
