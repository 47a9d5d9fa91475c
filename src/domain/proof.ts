import { z } from 'zod';
import { ActionSchema } from './action.js';

const CertaintySchema = z.enum(['surely', 'almost-surely', 'by-luck', 'impossible']);
export type Certainty = z.infer<typeof CertaintySchema>;

/** Whether a task can be solved, and how: the prover's answer about one task of one file. */
export const ProofSchema = z.object({
  /** File the task is in, relative to the folder that was checked. */
  file: z.string(),
  task: z.string(),
  /** `unknown`: the rules are of a kind the prover does not cover, or the search would be too large. */
  status: z.enum(['solved', 'unsolvable', 'unknown']),
  /**
   * What an agent that knows everything can make of it. `surely`: within `sureSteps`, whatever chance does. `almost-surely`: with
   * probability 1, but no number of steps is enough for certain. `by-luck`: with less. Null where nothing is known.
   */
  certainty: CertaintySchema.nullable(),
  /** Actions of the witness; null where there is none. No shorter sequence exists, with all the luck there is. */
  steps: z.int().nonnegative().nullable(),
  /** Chance that uniform draws follow the witness, 0–1; null where there is none. */
  probability: z.number().nullable(),
  /** Steps that are enough whatever chance does; null where no number is. */
  sureSteps: z.int().nonnegative().nullable(),
  /** Chance of an agent that does its best, given any number of steps, 0–1; null where it is not known. */
  chance: z.number().nullable(),
  /** The same within the step budget; at least that where it is not exact. */
  chanceInBudget: z.number().nullable(),
  /** Whether nobody has a better chance within the budget. */
  chanceIsExact: z.boolean(),
  /** Steps an episode may take. */
  budget: z.int().nonnegative(),
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
