import type { Graph } from '../domain/graph/graph.js';
import type { Mode } from '../domain/mode.js';

/** A graph to check, and the mapping from its parts back to the file they were read from. */
export interface GraphSubject {
  readonly graph: Graph;
  readonly mode: Mode;
  /** Relative to the folder that is checked. */
  readonly file: string;
  /** Where a node, an edge of it, and an action of that stand in the file. */
  node(node: number): JsonPath;
  edge(node: number, edge: number): JsonPath;
  action(node: number, edge: number, action: number): JsonPath;
  /** Where the launcher says how an app opens, and where it lists an icon. */
  app(name: string): JsonPath;
  icon(icon: number): JsonPath;
}

export type JsonPath = readonly (string | number)[];

/** An id for people to read: published ids carry 32 hexadecimal digits that tell nobody anything. */
export function shortId(id: string): string {
  return id.replaceAll(/([0-9a-f]{6})[0-9a-f]{26}/g, '$1…');
}
