import { z } from 'zod';
import type { Mode } from '../../domain/mode.js';
import { decodeCommand } from '../../domain/odyssey-command.js';
import type { OdysseyCommand } from '../../domain/odyssey-command.js';
import { judgeStep } from '../../evaluators/guiodyssey/judge-step.js';
import type { StepReason, StepVerdict } from '../../evaluators/guiodyssey/judge-step.js';
import { ODYSSEY_CATEGORIES, OdysseyTally } from '../../evaluators/guiodyssey/odyssey-tally.js';
import type { JudgedStep } from '../../evaluators/guiodyssey/odyssey-tally.js';
import { DatasetError } from '../../errors.js';
import { FileSchemaError } from '../../formats/file-errors.js';
import type { JsonRecord } from '../../formats/json-records.js';
import { PredictedSteps } from './predicted-steps.js';
import { predictionNotes } from './prediction-notes.js';

/** Most steps of an episode that a record may claim; the longest published ones have some dozens. */
const MAX_LENGTH = 10_000;

/** One prediction as the published evaluator takes it. */
const PredictionSchema = z.object({
  question: z.string().optional(),
  image: z.string().optional(),
  img: z.string().optional(),
  pred: z.unknown(),
  gt: z.string(),
  more_info: z.object({
    category: z.string(),
    step_length: z.int().max(MAX_LENGTH),
    sam2_bbox: z.array(z.number()).nullable(),
  }),
});
export type OdysseyPrediction = z.infer<typeof PredictionSchema>;

/** A step that the two modes judge differently. */
export interface ModeDifference {
  readonly step: string;
  readonly expected: string;
  readonly predicted: string;
  readonly reference: StepReason;
  readonly corrected: StepReason;
}

/** Whether a step was right, with its episode: what intervals are made from. */
export interface StepShare {
  readonly value: number;
  readonly cluster: string;
}

/** Episodes that should have been predicted. */
export interface ExpectedEpisodes {
  readonly ids: readonly string[];
  /** @throws {DatasetError} when the recording cannot be read; the episode is left out then */
  readonly read: (id: string) => Promise<{ readonly category: string; readonly stepLength: number }>;
}

/** Predictions made elsewhere, judged in both modes. */
export interface ScoredPredictions {
  readonly tallies: Readonly<Record<Mode, OdysseyTally>>;
  /** Of every step that counts in the mode. */
  readonly shares: Readonly<Record<Mode, readonly StepShare[]>>;
  /** Of the steps that count in both modes. */
  readonly differences: readonly ModeDifference[];
  /** Which steps there are, and what is odd about that. */
  readonly steps: Pick<PredictedSteps, 'counts' | 'problems'>;
  /** What is odd about the file, for the user to see. */
  readonly warnings: readonly string[];
}

const SHOWN = 120;
/** Of a step that nothing was predicted for, where that is wrong. */
const NOTHING: StepVerdict = { isCorrect: false, reason: 'action_fail' };

/**
 * Judges predictions one by one. `reference` takes the records as they are; `corrected` counts every step of an episode
 * once: the first of several predictions, none beyond the episode's length, and a missing one as wrong.
 *
 * @param file names them in errors
 * @param expected episodes that are wrong in `corrected` mode where nothing of them is predicted
 * @throws {FileSchemaError} for a record of another shape, {DatasetError} for a recorded command that cannot be read, and
 * when there is no record or none of an expected episode
 */
export async function scorePredictions(
  records: AsyncIterable<JsonRecord> | Iterable<JsonRecord>,
  file: string,
  expected?: ExpectedEpisodes,
): Promise<ScoredPredictions> {
  const tallies = { reference: new OdysseyTally('reference'), corrected: new OdysseyTally('corrected') };
  const shares = { reference: [] as StepShare[], corrected: [] as StepShare[] };
  const differences: ModeDifference[] = [];
  const steps = new PredictedSteps();
  const strange = new Set<string>();
  let notText = 0;
  const count = (mode: Mode, step: JudgedStep): void => {
    tallies[mode].add(step);
    shares[mode].push({ value: step.verdict.isCorrect ? 1 : 0, cluster: step.episode });
  };
  for await (const record of records) {
    const { prediction, expected: recorded, step } = readPrediction(record, file);
    const { gt, pred, more_info: more } = prediction;
    const { category, step_length: stepLength } = more;
    if (typeof pred !== 'string') notText += 1;
    if (!(ODYSSEY_CATEGORIES as readonly string[]).includes(category)) strange.add(category);
    const reference = judgeStep(recorded, pred, more.sam2_bbox, 'reference');
    const corrected = judgeStep(recorded, pred, more.sam2_bbox, 'corrected');
    const common = { episode: step.slice(0, step.lastIndexOf('_')), category, stepLength };
    const predicted = (typeof pred === 'string' ? pred : (JSON.stringify(pred) ?? 'nothing')).slice(0, SHOWN);
    count('reference', { ...common, verdict: reference });
    const kind = steps.add({ step, category, stepLength, line: record.line });
    if (corrected.reason === 'invalid') steps.addUnreadable(step, record.line, predicted);
    if (kind !== 'first') continue;
    count('corrected', { ...common, verdict: corrected });
    if (reference.reason !== corrected.reason) {
      differences.push({
        step,
        expected: gt.slice(0, SHOWN),
        predicted,
        reference: reference.reason,
        corrected: corrected.reason,
      });
    }
  }
  steps.requireAny(file);
  for (const { missing, ...episode } of steps.reportMissing()) {
    for (let step = 0; step < missing; step += 1) count('corrected', { ...episode, verdict: NOTHING });
  }
  const broken: string[] = [];
  if (expected !== undefined) {
    for (const id of steps.compareWith(expected.ids, file)) {
      try {
        const { category, stepLength } = await expected.read(id);
        steps.addMissingEpisode(id);
        for (let step = 0; step < stepLength; step += 1) {
          count('corrected', { episode: id, category, stepLength, verdict: NOTHING });
        }
      } catch (error) {
        if (!(error instanceof DatasetError)) throw error;
        broken.push(error.message);
      }
    }
  }
  const warnings = [
    ...predictionNotes(steps, { rule: 'ams' }),
    ...(notText === 0 ? [] : [`${notText} predictions are no text, and so invalid`]),
    ...(strange.size === 0 ? [] : [`categories that GUIOdyssey does not have: ${[...strange].join(', ')}`]),
    ...broken.map((message) => `an episode without a prediction cannot be read, and is left out: ${message}`),
  ];
  return { tallies, shares, differences, steps, warnings };
}

/**
 * One record of a file of predictions, and which step it is of.
 *
 * @throws {FileSchemaError} for a record of another shape, {DatasetError} for a recorded command that cannot be read
 */
export function readPrediction(
  { value, line }: JsonRecord,
  file: string,
): { readonly prediction: OdysseyPrediction; readonly expected: OdysseyCommand; readonly step: string } {
  const place = { file, line };
  const prediction = checked(value, place);
  const expected = decodeCommand(prediction.gt);
  if (expected === null) {
    throw new DatasetError(`the recorded command cannot be read: ${prediction.gt.slice(0, SHOWN)}`, {
      place,
      hint: 'The published evaluator fails as a whole here; leave the record out or mend it.',
    });
  }
  return { prediction, expected, step: stepName(prediction, place) };
}

function checked(value: unknown, place: { file: string; line: number }): OdysseyPrediction {
  const parsed = PredictionSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new FileSchemaError(
    `a prediction is not valid at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''}`,
    {
      place,
      hint: 'A record has question (or image), pred, gt and more_info with category, step_length and sam2_bbox.',
    },
  );
}

/** The screenshot's name without folder and extension: `<episode>_<step>`. */
function stepName(
  { question, image, img }: OdysseyPrediction,
  place: { file: string; line: number },
): string {
  const path = image ?? img ?? /<img>(.*?)<\/img>/s.exec(question ?? '')?.[1];
  const name = path?.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  // A copy: a part of the question would keep the whole question in memory.
  if (name !== undefined && name.includes('_')) return Buffer.from(name).toString();
  throw new FileSchemaError('a prediction does not say which step it is of', {
    place,
    hint: 'Its question holds <img>…/<episode>_<step>.png</img>, or it has image or img.',
  });
}
