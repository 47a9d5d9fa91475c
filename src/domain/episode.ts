import { z } from 'zod';
import type { Trajectory } from './trajectory.js';

export const FaultSchema = z.enum(['agent', 'model', 'environment', 'dataset', 'user', 'bug']);

/**
 * Why an episode stopped. None of these means that the task was solved; scoring decides that.
 * `agent_stop` the agent declared the end · `environment_end` the environment ended it · `*_budget` a limit was met ·
 * `gate_decided` never begun, since the run's gate was decided without it ·
 * `repetition` three equal actions (benchmarks that end there) · `format_error` an unreadable answer where that ends the
 * episode · `agent_error`, `model_error`, `environment_error`, `user_error`, `invalid_task`, `bug` a failure and its owner
 * (older runs have `environment_error` where the owner is `user`).
 */
export const EpisodeEndReasonSchema = z.enum([
  'agent_stop',
  'environment_end',
  'step_budget',
  'time_budget',
  'token_budget',
  'money_budget',
  'gate_decided',
  'repetition',
  'format_error',
  'agent_error',
  'model_error',
  'environment_error',
  'user_error',
  'invalid_task',
  'bug',
]);
export type EpisodeEndReason = z.infer<typeof EpisodeEndReasonSchema>;

export const EpisodeEndSchema = z.object({
  reason: EpisodeEndReasonSchema,
  /** Owner of the failure, absent for ordinary ends. */
  fault: FaultSchema.optional(),
  /** Error code or rule, and a sentence. */
  code: z.string().optional(),
  message: z.string().optional(),
});
export type EpisodeEnd = z.infer<typeof EpisodeEndSchema>;

/**
 * What an item came to. `passed` and `failed` were scored; `agent_error` counts as failed; `model_error`,
 * `environment_error`, `user_error`, `invalid_task`, `bug` and `judge_unknown` void it; `not_run` was planned and never started.
 */
export const OutcomeSchema = z.enum([
  'passed',
  'failed',
  'agent_error',
  'model_error',
  'environment_error',
  'user_error',
  'invalid_task',
  'bug',
  'judge_unknown',
  'not_run',
]);
export type Outcome = z.infer<typeof OutcomeSchema>;

/** One item of a run: which task, which repeat. */
export const ItemKeySchema = z.object({ item: z.string().min(1), repeat: z.int().nonnegative() });
export type ItemKey = z.infer<typeof ItemKeySchema>;

/** Text form of an item key, unique within a run. */
export function itemKeyText(key: ItemKey): string {
  return `${key.item}#${key.repeat}`;
}

/** Name of an item for people, who count repeats from 1; in a run without repeats the task alone. */
export function itemName({ item, repeat }: ItemKey, repeats: number): string {
  return repeats > 1 ? `${item}, repeat ${repeat + 1}` : item;
}

/** One attempt at one task. */
export interface Episode {
  readonly key: ItemKey;
  readonly trajectory: Trajectory;
  readonly end: EpisodeEnd;
}

/**
 * The outcome of an episode, from how it ended and whether it was scored a success.
 * A failure that is not the agent's voids the episode, even with a score.
 */
export function outcomeOf(end: EpisodeEnd, success: boolean | null): Outcome {
  switch (end.fault) {
    case 'model':
      return 'model_error';
    case 'environment':
      return 'environment_error';
    case 'user':
      return 'user_error';
    case 'bug':
      return 'bug';
    case 'dataset':
      return 'invalid_task';
    case 'agent':
      return success === true ? 'passed' : 'agent_error';
    case undefined:
      break;
    default:
      return end.fault satisfies never;
  }
  if (success === null) return 'judge_unknown';
  return success ? 'passed' : 'failed';
}

/** Whether an outcome leaves the item out of the denominator. */
export function isVoided(outcome: Outcome): boolean {
  return outcome !== 'passed' && outcome !== 'failed' && outcome !== 'agent_error';
}
