import type { Mode } from '../domain/mode.js';
import type { Score } from '../domain/score.js';
import type { Task } from '../domain/task.js';
import type { Trajectory } from '../domain/trajectory.js';

export interface EvaluatorInput {
  readonly task: Task;
  readonly trajectory: Trajectory;
  readonly mode: Mode;
  /** The task's settings for it: the fields of its entry other than the name. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** A pure function of task and trajectory (judges, which ask a model, have their own folder and pass). */
export interface Evaluator {
  readonly name: string;
  readonly version: string;
  /** @throws {DatasetError} when the task's success rule itself is broken; that voids the task. */
  evaluate(input: EvaluatorInput): Promise<Score>;
}
