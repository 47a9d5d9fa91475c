import { decodeCommand } from '../../domain/odyssey-command.js';
import type {
  ForeignEvaluator,
  ForeignVerdict,
} from '../../evaluators/guiodyssey-foreign/foreign-evaluator.js';
import { ForeignTally, foreignCounts } from '../../evaluators/guiodyssey-foreign/foreign-tally.js';
import type { JsonRecord } from '../../formats/json-records.js';
import { readPrediction } from './score-predictions.js';

interface NumberedVerdict extends ForeignVerdict {
  readonly step: number;
}

/**
 * Predictions made elsewhere, judged as another project does. Steps of an episode are brought into order; of a step that is
 * predicted twice every prediction counts.
 *
 * @param file names them in errors
 * @throws {FileSchemaError} for a record of another shape, {DatasetError} for a recorded command that cannot be read
 */
export async function scoreForeignPredictions(
  records: AsyncIterable<JsonRecord> | Iterable<JsonRecord>,
  file: string,
  evaluator: ForeignEvaluator,
): Promise<ForeignTally> {
  const episodes = new Map<string, NumberedVerdict[]>();
  for await (const record of records) {
    const { prediction, expected, step } = readPrediction(record, file);
    const cut = step.lastIndexOf('_');
    const episode = step.slice(0, cut);
    const verdicts = episodes.get(episode) ?? [];
    episodes.set(episode, verdicts);
    const verdict = evaluator.judge(expected, decodeCommand(prediction.pred));
    verdicts.push({ ...verdict, step: Number(step.slice(cut + 1)) });
  }
  const tally = new ForeignTally();
  for (const verdicts of episodes.values()) {
    tally.add(foreignCounts(verdicts.toSorted((a, b) => a.step - b.step)));
  }
  return tally;
}
