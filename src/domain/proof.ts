import { z } from 'zod';
import { ActionSchema } from './action.js';

/** Whether a task can be solved, and how: the prover's answer about one task of one file. */
export const ProofSchema = z.object({
  /** File the task is in, relative to the folder that was checked. */
  file: z.string(),
  task: z.string(),
  /** `unknown`: the rules are of a kind the prover does not cover, or the search would be too large. */
  status: z.enum(['solved', 'unsolvable', 'unknown']),
  /** Actions of the witness; null where there is none. No shorter sequence exists. */
  steps: z.int().nonnegative().nullable(),
  /** Chance that uniform draws follow the witness, 0–1; null where there is none. */
  probability: z.number().nullable(),
  /** Actions of the shortest solution that leaves nothing to chance; null where there is none. */
  sureSteps: z.int().nonnegative().nullable(),
  /** Whether the environment and the benchmark's own scoring agree; null when nobody asked them. */
  confirmed: z.boolean().nullable(),
  /** Why not, or not known; a sentence. */
  reason: z.string().nullable(),
  /** How many milestones the task has. */
  milestones: z.int().nonnegative(),
  /** Milestones that can never be reached, from 0. */
  obstacles: z.array(
    z.object({ milestone: z.int().nonnegative(), reason: z.enum(['absent', 'unreachable', 'answer']) }),
  ),
  /** Number of the start node's screen that must show, from 0. */
  startScreen: z.int().nonnegative(),
  /** The shortest solution, step by step. */
  witness: z.array(
    z.object({
      action: ActionSchema,
      /** Id of the node it must lead to; null for the answer that ends the episode. */
      next: z.string().nullable(),
      /** Number of the node's screen that must show, from 0; a node mostly has one. */
      screen: z.int().nonnegative(),
    }),
  ),
});
export type Proof = z.infer<typeof ProofSchema>;
