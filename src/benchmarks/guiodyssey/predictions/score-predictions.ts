import { z } from 'zod';
import { given } from '../../../domain/given.js';
import type { Mode } from '../../../domain/mode.js';
import { decodeCommand, type OdysseyCommand } from '../decode-command.js';
import { matchOdysseyStep, type StepReason, type StepVerdict } from '../match/match-odyssey-step.js';
import { ODYSSEY_CATEGORIES, OdysseyTally, type MatchedStep } from '../match/odyssey-tally.js';
import { describeMisfit } from '../../../domain/text/describe-misfit.js';
import { plural } from '../../../domain/text/plural.js';
import { DatasetError } from '../../../errors.js';
import type { JsonRecord } from '../../../formats/json-records.js';
import type { PredictionProblem } from '../../stepwise/prediction-problem.js';
import { PredictedSteps, type RecordPlace } from './predicted-steps.js';
import { predictionNotes, type PredictionForm } from './prediction-notes.js';
import type { OtherVerdict } from './published-result.js';

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
  /** The verdict of the published evaluator, in its result files. */
  is_correct: z.unknown().optional(),
  info: z.unknown().optional(),
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

/** How a file of predictions is scored. */
export interface PredictionOptions {
  /** Names it in errors. */
  readonly file: string;
  /** Its form, which decides what notes say of records that were left out when it was read. */
  readonly form?: PredictionForm;
  /** Episodes that are wrong in `corrected` mode where nothing of them is predicted. */
  readonly expected?: ExpectedEpisodes | undefined;
  /** What reading the records finds on the way. */
  readonly problems?: readonly PredictionProblem[];
  /** Callback for every step that counts. */
  readonly onStep?: (mode: Mode, step: MatchedStep) => void;
}

/** Predictions made elsewhere, judged in both modes. */
export interface ScoredPredictions {
  readonly tallies: Readonly<Record<Mode, OdysseyTally>>;
  /** Of every step that counts in the mode. */
  readonly shares: Readonly<Record<Mode, readonly StepShare[]>>;
  /** Of the steps that count in both modes. */
  readonly differences: readonly ModeDifference[];
  /** Of the records that carry a verdict those that reference mode judges otherwise; the first 1,000 are listed. */
  readonly otherVerdicts: { readonly count: number; readonly listed: readonly OtherVerdict[] };
  /** Which steps there are, and what is odd about that. */
  readonly steps: Pick<PredictedSteps, 'counts' | 'problems'>;
  /** What is odd about the file, for the user to see. */
  readonly warnings: readonly string[];
}

const SHOWN = 120;
/** Of the verdicts that differ from the file's own. */
const MAX_LISTED = 1000;
/** Of a step that nothing was predicted for, where that is wrong. */
const NOTHING: StepVerdict = { isCorrect: false, reason: 'action_fail' };

/**
 * Judges predictions one by one. `reference` takes the records as they are; `corrected` counts every step of an episode
 * once: the first of several predictions, none beyond the episode's length, and a missing one as wrong. A record that is no
 * prediction is a problem, not an error; so is one whose recorded command cannot be read, and its step counts in no mode.
 *
 * @throws {DatasetError} when there is no record, or none of an expected episode
 */
export async function scorePredictions(
  records: AsyncIterable<JsonRecord> | Iterable<JsonRecord>,
  { file, form = 'published', expected, problems = [], onStep }: PredictionOptions,
): Promise<ScoredPredictions> {
  const tallies = { reference: new OdysseyTally('reference'), corrected: new OdysseyTally('corrected') };
  const shares = { reference: [] as StepShare[], corrected: [] as StepShare[] };
  const differences: ModeDifference[] = [];
  const otherVerdicts = { count: 0, listed: [] as OtherVerdict[] };
  const steps = new PredictedSteps();
  const strange = new Set<string>();
  let notText = 0;
  const count = (mode: Mode, step: MatchedStep): void => {
    tallies[mode].add(step);
    shares[mode].push({ value: step.verdict.isCorrect ? 1 : 0, cluster: step.episode });
    onStep?.(mode, step);
  };
  for await (const record of records) {
    const read = readPrediction(record, steps);
    if (read === null) continue;
    const { prediction, expected: recorded, step, kind } = read;
    const { gt, pred, more_info: more } = prediction;
    const { category, step_length: stepLength } = more;
    if (typeof pred !== 'string') notText += 1;
    if (!(ODYSSEY_CATEGORIES as readonly string[]).includes(category)) strange.add(category);
    const reference = matchOdysseyStep(recorded, pred, more.sam2_bbox, 'reference');
    const corrected = matchOdysseyStep(recorded, pred, more.sam2_bbox, 'corrected');
    const common = { episode: step.slice(0, step.lastIndexOf('_')), category, stepLength };
    const predicted = (typeof pred === 'string' ? pred : (JSON.stringify(pred) ?? 'nothing')).slice(0, SHOWN);
    count('reference', { ...common, verdict: reference });
    const other = otherVerdict(prediction, reference);
    if (other !== null) {
      otherVerdicts.count += 1;
      if (otherVerdicts.count <= MAX_LISTED) otherVerdicts.listed.push({ step, ...other });
    }
    if (corrected.reason === 'invalid') steps.addUnreadable(step, placeOf(record), predicted);
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
  for (const problem of problems) steps.addProblem(problem);
  steps.requireAny(file);
  for (const { missing, ...episode } of steps.reportMissing()) {
    for (let step = 0; step < missing; step += 1) count('corrected', { ...episode, verdict: NOTHING });
  }
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
        steps.addProblem({ kind: 'broken_recording', line: null, episode: id, message: error.message });
      }
    }
  }
  const warnings = given([
    ...predictionNotes(steps, { rule: 'ams', form }),
    notText !== 0 && `${plural(notText, 'prediction is', 'predictions are')} no text, and so invalid`,
    strange.size !== 0 && `categories that GUIOdyssey does not have: ${[...strange].join(', ')}`,
  ]);
  return { tallies, shares, differences, otherVerdicts, steps, warnings };
}

/** The record's own verdict where reference mode gives another; null where it has none, or the same. */
function otherVerdict(
  { is_correct: isCorrect, info }: OdysseyPrediction,
  verdict: StepVerdict,
): Omit<OtherVerdict, 'step'> | null {
  if (isCorrect !== 'yes' && isCorrect !== 'no') return null;
  const published = `${isCorrect} ${typeof info === 'string' ? info : verdict.reason}`;
  const reference = `${verdict.isCorrect ? 'yes' : 'no'} ${verdict.reason}`;
  return published === reference ? null : { published, reference };
}

/** A record that is a prediction of a step whose recording can be read. */
export interface ReadPrediction {
  readonly prediction: OdysseyPrediction;
  readonly expected: OdysseyCommand;
  readonly step: string;
  readonly kind: 'first' | 'duplicate' | 'extra_step';
}

/** One record of a file of predictions, noted among the steps; null for one that counts for nothing, which is noted too. */
export function readPrediction(record: JsonRecord, steps: PredictedSteps): ReadPrediction | null {
  const at = placeOf(record);
  const { value, error } = record;
  if (error !== undefined) {
    steps.addProblem({ kind: 'unparsable', ...at, message: error });
    return null;
  }
  const parsed = PredictionSchema.safeParse(value);
  const step = parsed.success ? stepName(parsed.data) : null;
  if (!parsed.success || step === null) {
    const message = parsed.success ? NO_STEP : describeMisfit(value, parsed.error);
    steps.addProblem({ kind: 'no_prediction', ...at, message });
    return null;
  }
  const { gt, more_info: more } = parsed.data;
  const kind = steps.add({ step, category: more.category, stepLength: more.step_length, ...at });
  if (kind === 'no_prediction') return null;
  const expected = decodeCommand(gt);
  if (expected === null) {
    steps.addBroken(step, at, `its gt is no command: ${gt.slice(0, SHOWN)}`);
    return null;
  }
  return { prediction: parsed.data, expected, step, kind };
}

const NO_STEP = 'it does not say which step it is of, as <episode>_<step>.png in question, image or img';

function placeOf({ line, record }: JsonRecord): RecordPlace {
  return { line, record };
}

/** The screenshot's name without folder and extension: `<episode>_<step>`; null where the record names none. */
function stepName({ question, image, img }: OdysseyPrediction): string | null {
  const path = image ?? img ?? /<img>(.*?)<\/img>/s.exec(question ?? '')?.[1];
  const name = path?.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  // A copy: a part of the question would keep the whole question in memory.
  return name !== undefined && name.includes('_') ? Buffer.from(name).toString() : null;
}
