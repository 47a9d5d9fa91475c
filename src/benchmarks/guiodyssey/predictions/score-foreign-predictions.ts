import { decodeCommand } from '../decode-command.js';
import type { ForeignEvaluator, ForeignVerdict } from '../foreign/foreign-evaluator.js';
import { ForeignTally, foreignCounts } from '../foreign/foreign-tally.js';
import type { JsonRecord } from '../../../formats/json-records.js';
import { PredictedSteps } from './predicted-steps.js';
import { predictionNotes } from './prediction-notes.js';
import { readPrediction, type PredictionOptions } from './score-predictions.js';

interface NumberedVerdict extends ForeignVerdict {
  readonly step: number;
}

/** Predictions made elsewhere, as another project counts them. */
export interface ScoredForeignPredictions {
  readonly tally: ForeignTally;
  readonly problems: PredictedSteps['problems'];
  /** What is odd about the file, for the user to see. */
  readonly warnings: readonly string[];
}

/**
 * Predictions made elsewhere, judged as another project does. Steps of an episode are brought into order; of a step that is
 * predicted twice every prediction counts. A record that is no prediction is noted and left out.
 *
 * @throws {DatasetError} when there is no record, or none of an expected episode
 */
export async function scoreForeignPredictions(
  records: AsyncIterable<JsonRecord> | Iterable<JsonRecord>,
  evaluator: ForeignEvaluator,
  { file, form = 'published', expected, problems = [] }: Omit<PredictionOptions, 'onStep'>,
): Promise<ScoredForeignPredictions> {
  const episodes = new Map<string, NumberedVerdict[]>();
  const steps = new PredictedSteps();
  for await (const record of records) {
    const read = readPrediction(record, steps);
    if (read === null) continue;
    const { prediction, expected: recorded, step } = read;
    const cut = step.lastIndexOf('_');
    const episode = step.slice(0, cut);
    const verdicts = episodes.get(episode) ?? [];
    episodes.set(episode, verdicts);
    const decoded = decodeCommand(prediction.pred);
    if (decoded === null) steps.addUnreadable(step, record, 'it is no command');
    const verdict = evaluator.match(recorded, decoded);
    verdicts.push({ ...verdict, step: Number(step.slice(cut + 1)) });
  }
  for (const problem of problems) steps.addProblem(problem);
  steps.requireAny(file);
  steps.reportMissing();
  if (expected !== undefined) {
    for (const id of steps.compareWith(expected.ids, file)) steps.addMissingEpisode(id);
  }
  const tally = new ForeignTally();
  for (const verdicts of episodes.values()) {
    tally.add(foreignCounts(verdicts.toSorted((a, b) => a.step - b.step)));
  }
  return { tally, problems: steps.problems, warnings: predictionNotes(steps, { rule: 'foreign', form }) };
}
