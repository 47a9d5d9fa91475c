import { decodeCommand } from '../../domain/odyssey-command.js';
import type {
  ForeignEvaluator,
  ForeignVerdict,
} from '../../evaluators/guiodyssey-foreign/foreign-evaluator.js';
import { ForeignTally, foreignCounts } from '../../evaluators/guiodyssey-foreign/foreign-tally.js';
import type { JsonRecord } from '../../formats/json-records.js';
import { PredictedSteps } from './predicted-steps.js';
import { predictionNotes } from './prediction-notes.js';
import { readPrediction } from './score-predictions.js';
import type { ExpectedEpisodes } from './score-predictions.js';

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
 * predicted twice every prediction counts.
 *
 * @param file names them in errors
 * @param expected episodes that are noted where nothing of them is predicted
 * @throws {FileSchemaError} for a record of another shape, {DatasetError} for a recorded command that cannot be read, and
 * when there is no record
 */
export async function scoreForeignPredictions(
  records: AsyncIterable<JsonRecord> | Iterable<JsonRecord>,
  file: string,
  evaluator: ForeignEvaluator,
  expected?: Pick<ExpectedEpisodes, 'ids'>,
): Promise<ScoredForeignPredictions> {
  const episodes = new Map<string, NumberedVerdict[]>();
  const steps = new PredictedSteps();
  for await (const record of records) {
    const { prediction, expected, step } = readPrediction(record, file);
    const cut = step.lastIndexOf('_');
    const episode = step.slice(0, cut);
    const verdicts = episodes.get(episode) ?? [];
    episodes.set(episode, verdicts);
    const { category, step_length: stepLength } = prediction.more_info;
    steps.add({ step, category, stepLength, line: record.line });
    const decoded = decodeCommand(prediction.pred);
    if (decoded === null) steps.addUnreadable(step, record.line, 'it is no command');
    const verdict = evaluator.judge(expected, decoded);
    verdicts.push({ ...verdict, step: Number(step.slice(cut + 1)) });
  }
  steps.requireAny(file);
  steps.reportMissing();
  if (expected !== undefined) {
    for (const id of steps.compareWith(expected.ids, file)) steps.addMissingEpisode(id);
  }
  const tally = new ForeignTally();
  for (const verdicts of episodes.values()) {
    tally.add(foreignCounts(verdicts.toSorted((a, b) => a.step - b.step)));
  }
  return { tally, problems: steps.problems, warnings: predictionNotes(steps, { rule: 'foreign' }) };
}
