/**
 * What can be wrong with predictions made elsewhere. `unparsable` a line is no JSON · `no_prediction` it is JSON of another
 * shape · `unreadable` its action or answer is none, and counts as a wrong one · `duplicate` the step was predicted before,
 * which counts · `unknown_episode`, `extra_step` there is no such episode or step, and it counts for nothing ·
 * `missing_step` a step of a predicted episode has none, and is wrong · `missing_episode` nothing of it is predicted ·
 * `broken_recording` what was recorded cannot be read, so that nobody can say whether the prediction is right.
 */
export const PREDICTION_PROBLEMS = {
  unparsable: 'records that are no JSON; left out',
  no_prediction: 'records that are no prediction; left out',
  unreadable: 'actions or answers that nobody can read; wrong',
  duplicate: 'steps predicted more than once; the first counts',
  unknown_episode: 'episodes that the benchmark does not have; left out',
  extra_step: 'steps that their episode does not have; left out',
  missing_step: 'steps without a prediction; wrong',
  missing_episode: 'episodes without a prediction; left out in reference mode, wrong in corrected mode',
  broken_recording: 'recorded steps or episodes that cannot be read; voided',
} as const;
export type PredictionProblemKind = keyof typeof PREDICTION_PROBLEMS;

/** One thing that is wrong with a file of predictions. */
export interface PredictionProblem {
  readonly kind: PredictionProblemKind;
  /** Line of the file, from 1; null for what is missing. */
  readonly line: number | null;
  /** Number among the file's records, from 1; absent for what is missing. */
  readonly record?: number;
  readonly episode?: string;
  readonly step?: number;
  readonly message: string;
}

/** Where a record is, for people: `line 7` of a file with one on each line, `record 3 (line 1)` of any other. */
export function recordName({ line, record }: { readonly line: number; readonly record: number }): string {
  return line === record ? `line ${line}` : `record ${record} (line ${line})`;
}

/** Why the first record is none, to end a sentence with; empty where nothing is known. */
export function firstReason(problems: readonly PredictionProblem[]): string {
  const first = problems.find(({ line }) => line !== null);
  if (first === undefined || first.line === null) return ': it is empty';
  const { line, record = line, message } = first;
  return `; ${recordName({ line, record })}: ${message}`;
}
