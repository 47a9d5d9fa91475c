import { z } from 'zod';
import { DatasetError } from '../../errors.js';
import type { Graph } from '../../domain/graph/graph.js';
import type { EnvironmentSnapshot } from '../environment.js';

const SnapshotSchema = z.object({
  task: z.string(),
  repeat: z.int().nonnegative(),
  seed: z.number(),
  graph: z.string(),
  history: z.array(z.int().nonnegative()).min(1),
  screen: z.int().nonnegative(),
  position: z.int().nonnegative(),
  ended: z.boolean(),
});
export type GraphSnapshot = z.infer<typeof SnapshotSchema>;

/**
 * A snapshot of this graph, checked.
 *
 * @throws {DatasetError} when it is malformed or belongs to another graph.
 */
export function readGraphSnapshot(snapshot: EnvironmentSnapshot, graph: Graph, mark: string): GraphSnapshot {
  const read = SnapshotSchema.safeParse(snapshot);
  const hint = 'Resume with the data the run was started with.';
  if (!read.success) throw new DatasetError('this is not a snapshot of a graph environment', { hint });
  if (read.data.graph !== mark) {
    throw new DatasetError(`the snapshot belongs to the graph "${read.data.graph}", not "${mark}"`, { hint });
  }
  const last = graph.nodes[read.data.history.at(-1) ?? -1];
  const isInside = read.data.history.every((node) => node < graph.nodes.length);
  if (!isInside || last === undefined || read.data.screen >= last.screens.length) {
    throw new DatasetError('the snapshot names nodes that the graph does not have', { hint });
  }
  return read.data;
}
