/**
 * What can be wrong with predictions made elsewhere. `unparsable` a line is no JSON · `no_prediction` it is JSON of another
 * shape · `unreadable` its action or answer is none, and counts as a wrong one · `duplicate` the step was predicted before,
 * which counts · `unknown_episode`, `extra_step` there is no such episode or step, and it counts for nothing ·
 * `missing_step` a step of a predicted episode has none, and is wrong · `missing_episode` nothing of it is predicted.
 */
export const PREDICTION_PROBLEMS = {
  unparsable: 'lines that are no JSON; left out',
  no_prediction: 'records that are no prediction; left out',
  unreadable: 'actions or answers that nobody can read; wrong',
  duplicate: 'steps predicted more than once; the first counts',
  unknown_episode: 'episodes that the benchmark does not have; left out',
  extra_step: 'steps that their episode does not have; left out',
  missing_step: 'steps without a prediction; wrong',
  missing_episode: 'episodes without a prediction; left out in reference mode, wrong in corrected mode',
} as const;
export type PredictionProblemKind = keyof typeof PREDICTION_PROBLEMS;

/** One thing that is wrong with a file of predictions. */
export interface PredictionProblem {
  readonly kind: PredictionProblemKind;
  /** Line of the file, from 1; null for what is missing. */
  readonly line: number | null;
  readonly episode?: string;
  readonly step?: number;
  readonly message: string;
}
