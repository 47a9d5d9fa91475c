import type { Trajectory } from '../../../domain/trajectory.js';

/** What was done in one attempt at a pair, and what is odd about its files. */
export interface AttemptRecord {
  /** One step per action; screens are read when somebody looks. */
  readonly trajectory: Trajectory;
  /** For the user to see. */
  readonly warnings: readonly string[];
}
