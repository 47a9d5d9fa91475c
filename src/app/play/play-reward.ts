import type { Outcome } from '../../domain/episode.js';
import type { EpisodeScores } from '../../domain/score.js';

/**
 * How an episode is rewarded. `sparse`: 1 or 0 at its end, as a table counts it · `progress`: after each step what it added to
 * the share of the task that is done, so that the rewards of an episode add up to its completion.
 */
export const REWARDS = ['sparse', 'progress'] as const;
export type RewardKind = (typeof REWARDS)[number];

/** Reward of the step that ended an episode; null where it is void, or nobody can tell. */
export function sparseReward(outcome: Outcome): number | null {
  if (outcome === 'passed') return 1;
  return outcome === 'failed' || outcome === 'agent_error' ? 0 : null;
}

/** Reward of a step in a task of which so much was done before. */
export function progressReward(scores: Pick<EpisodeScores, 'completion'>, before: number): number | null {
  return scores.completion === null ? null : scores.completion - before;
}
