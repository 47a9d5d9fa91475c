import { z } from 'zod';
import type { Mode } from '../../domain/mode.js';
import { decodeCommand } from '../../domain/odyssey-command.js';
import type { OdysseyCommand } from '../../domain/odyssey-command.js';
import { judgeStep } from '../../evaluators/guiodyssey/judge-step.js';
import type { StepReason } from '../../evaluators/guiodyssey/judge-step.js';
import { ODYSSEY_CATEGORIES, OdysseyTally } from '../../evaluators/guiodyssey/odyssey-tally.js';
import { DatasetError } from '../../errors.js';
import { FileSchemaError } from '../../formats/file-errors.js';
import type { JsonRecord } from '../../formats/json-records.js';

/** One prediction as the published evaluator takes it. */
const PredictionSchema = z.object({
  question: z.string().optional(),
  image: z.string().optional(),
  img: z.string().optional(),
  pred: z.unknown(),
  gt: z.string(),
  more_info: z.object({
    category: z.string(),
    step_length: z.int(),
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

/** Predictions made elsewhere, judged in both modes. */
export interface ScoredPredictions {
  readonly tallies: Readonly<Record<Mode, OdysseyTally>>;
  /** Correct or not of every step in corrected mode, with its episode: what intervals are made from. */
  readonly shares: readonly { readonly value: number; readonly cluster: string }[];
  readonly differences: readonly ModeDifference[];
  /** What is odd about the file, for the user to see. */
  readonly warnings: readonly string[];
}

const SHOWN = 120;

/**
 * Judges predictions one by one.
 *
 * @param file names them in errors
 * @throws {FileSchemaError} for a record of another shape, {DatasetError} for a recorded command that cannot be read
 */
export async function scorePredictions(
  records: AsyncIterable<JsonRecord> | Iterable<JsonRecord>,
  file: string,
): Promise<ScoredPredictions> {
  const tallies = { reference: new OdysseyTally('reference'), corrected: new OdysseyTally('corrected') };
  const shares: { value: number; cluster: string }[] = [];
  const differences: ModeDifference[] = [];
  const seen = new Set<string>();
  const strange = new Set<string>();
  let duplicates = 0;
  let notText = 0;
  for await (const { value, line } of records) {
    const { prediction, expected, step } = readPrediction({ value, line }, file);
    const { gt, pred, more_info: more } = prediction;
    if (seen.has(step)) duplicates += 1;
    seen.add(step);
    if (typeof pred !== 'string') notText += 1;
    if (!(ODYSSEY_CATEGORIES as readonly string[]).includes(more.category)) strange.add(more.category);
    const verdicts = {
      reference: judgeStep(expected, pred, more.sam2_bbox, 'reference'),
      corrected: judgeStep(expected, pred, more.sam2_bbox, 'corrected'),
    };
    const common = {
      episode: step.slice(0, step.lastIndexOf('_')),
      category: more.category,
      stepLength: more.step_length,
    };
    for (const mode of ['reference', 'corrected'] as const)
      tallies[mode].add({ ...common, verdict: verdicts[mode] });
    shares.push({ value: verdicts.corrected.isCorrect ? 1 : 0, cluster: common.episode });
    if (verdicts.reference.reason !== verdicts.corrected.reason) {
      differences.push({
        step,
        expected: gt.slice(0, SHOWN),
        predicted: (typeof pred === 'string' ? pred : JSON.stringify(pred)).slice(0, SHOWN),
        reference: verdicts.reference.reason,
        corrected: verdicts.corrected.reason,
      });
    }
  }
  const warnings = [
    ...(duplicates === 0
      ? []
      : [`${duplicates} steps are predicted more than once; their episodes do not count for SR`]),
    ...(notText === 0 ? [] : [`${notText} predictions are no text, and so invalid`]),
    ...(strange.size === 0 ? [] : [`categories that GUIOdyssey does not have: ${[...strange].join(', ')}`]),
  ];
  return { tallies, shares, differences, warnings };
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
