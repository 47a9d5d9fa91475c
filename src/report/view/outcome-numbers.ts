import type { Outcome } from '../../domain/episode.js';

/** Outcomes as the columns number them; apart from the schemas, since the page itself needs it. */
export const OUTCOMES = [
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
] as const satisfies readonly Outcome[];
