import type { GraphWorld } from '../../../environments/graph/graph-world.js';
import type { Benchmark } from '../../benchmark.js';
import type { Modality } from '../../dimensions/dimension.js';
import type { DimensionSource } from '../../dimensions/dimension-source.js';
import type { SolvedTask } from './solved-tasks.js';

/** A suite and its world, from which its dimensions are built. */
export interface SuiteWorld {
  readonly suite: Benchmark;
  readonly world: GraphWorld;
  readonly modalities: readonly Modality[];
  readonly language: string | undefined;
  /** File of questions about the world; null where it has none. */
  readonly questionsFile: string | null;
  /** How each task is done, worked out once. */
  readonly solved: () => Promise<readonly SolvedTask[]>;
  readonly signal: AbortSignal;
}

/** @throws {DatasetError} when the dimension's own file cannot be read */
export type OpenSuiteSource = (from: SuiteWorld) => Promise<DimensionSource>;
