import { z } from 'zod';
import type { Mode } from '../domain/mode.js';
import type { Task } from '../domain/task.js';
import type { Trajectory } from '../domain/trajectory.js';

/** One judgement of one trajectory. `steps` point at the steps that prove it, from 0. */
export const ScoreSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('scored'),
    /** In 0–1. */
    value: z.number().min(0).max(1),
    /** A sentence that a person can check against the trajectory. */
    explanation: z.string(),
    steps: z.array(z.int()).optional(),
    /** Parts of the score, such as each milestone; JSON. */
    details: z.unknown().optional(),
  }),
  z.object({ status: z.literal('not_applicable'), reason: z.string() }),
  z.object({ status: z.literal('unknown'), reason: z.string() }),
]);
export type Score = z.infer<typeof ScoreSchema>;

export interface EvaluatorInput {
  readonly task: Task;
  readonly trajectory: Trajectory;
  readonly mode: Mode;
  readonly signal: AbortSignal;
}

/** A pure function of task and trajectory (judges, which ask a model, have their own folder and pass). */
export interface Evaluator {
  readonly name: string;
  readonly version: string;
  /** @throws {DatasetError} when the task's success rule itself is broken; that voids the task. */
  evaluate(input: EvaluatorInput): Promise<Score>;
}
