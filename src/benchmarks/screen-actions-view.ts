import type { Graph } from '../domain/graph/graph.js';
import type { ItemKey } from '../domain/episode.js';
import type { Mode } from '../domain/mode.js';
import type { Trajectory } from '../domain/trajectory.js';

/** How a benchmark's published script counts what agents did on each screen. */
export interface PublishedScreenActions {
  /** A sentence on how it counts. */
  readonly note: string;
  /** What the paper printed. */
  readonly paper: string;
  /** @param tasks ids in the benchmark's order @param mode `reference` unless given: with the script's defects */
  count(graph: Graph, tasks: readonly string[], mode?: Mode): ScreenActionCounter;
}

/** Takes episodes in any order, and counts them by task, run and repeat. */
export interface ScreenActionCounter {
  /** @param run number of the run, from 0, among those that are counted */
  add(key: ItemKey, run: number, trajectory: Trajectory): void;
  /** Actions of each visited screen. */
  counts(): ReadonlyMap<string, number>;
}
