import { DatasetError } from '../../../errors.js';
import type { JsonRecord } from '../../../formats/json-records.js';
import { firstReason } from '../../stepwise/prediction-problem.js';
import { decodeCommand } from '../decode-command.js';
import { ForeignTally, foreignCounts } from '../foreign/foreign-tally.js';
import type { ForeignEvaluator, ForeignVerdict } from '../foreign/foreign-evaluator.js';
import { PredictedSteps } from './predicted-steps.js';
import { predictionNotes } from './prediction-notes.js';
import { readPrediction, type PredictionOptions } from './score-predictions.js';

/** Predictions made elsewhere, as another project counts them. */
export interface ScoredForeignPredictions {
  readonly tally: ForeignTally;
  readonly problems: PredictedSteps['problems'];
  /** What is odd about the file, for the user to see. */
  readonly warnings: readonly string[];
}

/**
 * Predictions made elsewhere, judged as another project's script does. Steps of an episode are brought into order; of a step
 * that is predicted twice every prediction counts, or the last, as the script has it. A record that is no prediction is
 * noted and left out.
 *
 * @throws {DatasetError} when there is no record, or none of an expected episode
 */
export async function scoreForeignPredictions(
  records: AsyncIterable<JsonRecord> | Iterable<JsonRecord>,
  evaluator: ForeignEvaluator,
  { file, form = 'published', expected, problems = [] }: Omit<PredictionOptions, 'onStep'>,
): Promise<ScoredForeignPredictions> {
  const episodes = new EpisodeVerdicts(evaluator);
  const steps = new PredictedSteps();
  for await (const record of records) {
    const read = readPrediction(record, steps);
    if (read === null) continue;
    const { prediction, step } = read;
    const { gt, pred } = prediction;
    const cut = step.lastIndexOf('_');
    const verdict = evaluator.judge(gt, pred);
    if (verdict.type === 'void') steps.addBroken(step, record, verdict.reason);
    else if (verdict.type === 'left_out') steps.addUnreadable(step, record, verdict.reason);
    else if (decodeCommand(pred) === null) steps.addUnreadable(step, record, 'it is no command');
    episodes.add(step.slice(0, cut), Number(step.slice(cut + 1)), verdict);
  }
  for (const problem of problems) steps.addProblem(problem);
  steps.requireAny(file);
  steps.reportMissing();
  if (expected !== undefined) {
    for (const id of steps.compareWith(expected.ids, file)) steps.addMissingEpisode(id);
  }
  return scoredOf(episodes, steps, form);
}

/**
 * Records in the project's own form, which say themselves what was recorded.
 *
 * @throws {DatasetError} when there is none
 */
export async function scoreForeignRecords(
  records: AsyncIterable<JsonRecord> | Iterable<JsonRecord>,
  evaluator: ForeignEvaluator,
  { file }: Pick<PredictionOptions, 'file'>,
): Promise<ScoredForeignPredictions> {
  const episodes = new EpisodeVerdicts(evaluator);
  const found = new PredictedSteps();
  let count = 0;
  for await (const { value, line, record, error } of records) {
    const at = { line, record };
    if (error !== undefined) {
      found.addProblem({ kind: 'unparsable', ...at, message: error });
      continue;
    }
    const read = evaluator.judgeRecord(value);
    if (read.type === 'no_record') {
      found.addProblem({ kind: 'no_prediction', ...at, message: read.message });
      continue;
    }
    count += 1;
    const { episode, step, verdict } = read;
    const named = { ...at, ...(episode === null ? {} : { episode }), ...(step === null ? {} : { step }) };
    if (verdict.type === 'void') {
      found.addProblem({ kind: 'broken_recording', ...named, message: verdict.reason });
    }
    const isRepeated = episodes.add(episode ?? '', step ?? count, verdict);
    if (isRepeated) {
      found.addProblem({ kind: 'duplicate', ...named, message: 'an earlier record predicts this step' });
    }
  }
  if (count > 0) return scoredOf(episodes, found, 'published');
  throw new DatasetError(`the file holds no record of the ${evaluator.title}${firstReason(found.problems)}`, {
    place: { file },
    hint: 'docs/benchmarks/guiodyssey.md says which fields its records have.',
  });
}

function scoredOf(
  episodes: EpisodeVerdicts,
  steps: PredictedSteps,
  form: NonNullable<PredictionOptions['form']>,
): ScoredForeignPredictions {
  const warnings = predictionNotes(steps, { rule: 'foreign', form, repeats: episodes.repeats });
  return { tally: episodes.tally(), problems: steps.problems, warnings };
}

/** Verdicts by episode and step, however their records lie. */
class EpisodeVerdicts {
  readonly #evaluator: ForeignEvaluator;
  readonly #episodes = new Map<string, Map<number, ForeignVerdict[]>>();

  constructor(evaluator: ForeignEvaluator) {
    this.#evaluator = evaluator;
  }

  get repeats(): ForeignEvaluator['repeats'] {
    return this.#evaluator.repeats;
  }

  /** @returns whether the step has one already */
  add(episode: string, step: number, verdict: ForeignVerdict): boolean {
    const steps = this.#episodes.get(episode) ?? new Map<number, ForeignVerdict[]>();
    this.#episodes.set(episode, steps);
    const known = steps.get(step) ?? [];
    steps.set(step, this.#evaluator.repeats === 'last' ? [verdict] : [...known, verdict]);
    return known.length > 0;
  }

  tally(): ForeignTally {
    const tally = new ForeignTally(this.#evaluator);
    for (const steps of this.#episodes.values()) {
      const verdicts = [...steps].toSorted(([a], [b]) => a - b).flatMap(([, of]) => of);
      tally.add(foreignCounts(verdicts, this.#evaluator));
    }
    return tally;
  }
}
