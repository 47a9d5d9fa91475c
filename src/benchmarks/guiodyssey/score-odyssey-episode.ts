import { plural } from '../../domain/text/plural.js';
import { DatasetError } from '../../errors.js';
import type { Episode } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import { given } from '../../domain/given.js';
import type { EpisodeScores, NamedScore } from '../../domain/score.js';
import type { TrajectoryStep } from '../../domain/trajectory.js';
import { z } from 'zod';
import { decodeCommand } from './decode-command.js';
import {
  FOREIGN_EVALUATOR_NAMES,
  type ForeignEvaluatorName,
  type ForeignVerdict,
} from './foreign/foreign-evaluator.js';
import { FOREIGN_EVALUATORS } from './foreign/foreign-evaluators.js';
import { ForeignCountsSchema, type ForeignCounts } from './foreign/foreign-counts.js';
import { foreignCounts } from './foreign/foreign-tally.js';
import { matchOdysseyStep, type StepReason, type StepVerdict } from './match/match-odyssey-step.js';
import { commandOfAction } from './command-of-action.js';
import { commandOfStep } from './command-of-step.js';
import type { OdysseyEpisode } from './episode-file.js';

const FAMILY = 'odyssey_command';

/** What tables need of one episode, kept in its score. */
export const OdysseyDetailsSchema = z.object({
  category: z.string(),
  device: z.string(),
  stepLength: z.int(),
  /** Of each judged step, in order. */
  reasons: z.array(z.string()),
  /** What the scripts of other projects count, by evaluator; absent in scores made before they were followed exactly. */
  others: z.record(z.string(), ForeignCountsSchema).optional(),
});
export type OdysseyDetails = z.infer<typeof OdysseyDetailsSchema>;

/**
 * A stepwise episode judged: its AMS (share of steps that are right), whether all of them are, and how far it got before
 * the first wrong one; and what the evaluators of other projects count, each under its name.
 *
 * @param options.file of the recording, for errors
 * @throws {DatasetError} when a recorded step cannot be read: the published evaluator fails there as a whole
 */
export function scoreOdysseyEpisode(
  recorded: OdysseyEpisode,
  episode: Episode,
  { mode, file }: { readonly mode: Mode; readonly file: string },
): EpisodeScores {
  const others = FOREIGN_EVALUATOR_NAMES.map((name) => ({
    evaluator: FOREIGN_EVALUATORS[name],
    verdicts: [] as ForeignVerdict[],
  }));
  const verdicts = recorded.steps.flatMap((step, index): StepVerdict[] => {
    const done = episode.trajectory.steps[index];
    if (done === undefined || (done.action === null && done.formatError === undefined)) return [];
    const place = { file, path: ['steps', index] };
    const command = commandOfStep(step, mode, place);
    const expected = decodeCommand(command);
    if (expected === null) {
      throw new DatasetError(`the recorded step ${index} of ${recorded.episode_id} cannot be read`, {
        place,
      });
    }
    const predicted = predictionOf(done, recorded);
    for (const other of others) other.verdicts.push(other.evaluator.judge(command, predicted));
    return [matchOdysseyStep(expected, predicted, step.sam2_bbox, mode)];
  });
  const correct = verdicts.filter(({ isCorrect }) => isCorrect).length;
  const total = recorded.steps.length;
  const isComplete = verdicts.length === total && total > 0;
  const firstWrong = verdicts.findIndex(({ isCorrect }) => !isCorrect);
  const prefix = firstWrong < 0 ? verdicts.length : firstWrong;
  const wrong = verdicts.flatMap(({ isCorrect }, index) => (isCorrect ? [] : [index]));
  const counted = others.map(
    ({ evaluator, verdicts: foreign }) => [evaluator.name, foreignCounts(foreign, evaluator)] as const,
  );
  const details: OdysseyDetails = {
    category: recorded.task_info.category,
    device: recorded.device_info.device_name,
    stepLength: recorded.step_length,
    reasons: verdicts.map(({ reason }) => reason),
    others: Object.fromEntries(counted),
  };
  const named = (evaluator: string, value: number, explanation: string, extra: object = {}) => ({
    evaluator,
    version: '1',
    mode,
    score: { status: 'scored' as const, value, explanation, ...extra },
  });
  return {
    mode,
    success: isComplete ? correct === total : null,
    completion: total === 0 ? null : prefix / total,
    scores: [
      named(
        'guiodyssey.ams',
        verdicts.length === 0 ? 0 : correct / verdicts.length,
        `${correct} of ${plural(verdicts.length, 'step does', 'steps do')} what the recording did`,
        { steps: wrong, details },
      ),
      named(
        'guiodyssey.prefix',
        total === 0 ? 0 : prefix / total,
        `${prefix} of ${plural(total, 'step')} before the first wrong one`,
      ),
      ...counted.map(([name, counts]) => foreignScore(name, counts, mode)),
    ],
  };
}

/** Share of the steps that the script asks something of besides their type, and finds right. */
function foreignScore(name: ForeignEvaluatorName, counts: ForeignCounts, mode: Mode): NamedScore {
  const { steps, leftOut, voided, asked, right } = counts;
  const without = given([
    leftOut > 0 && `${leftOut} left out`,
    voided > 0 && `${voided} at which its script stops`,
    asked < steps && `${steps - asked} of which it asks the type alone`,
  ]);
  const rest = without.length === 0 ? '' : `; ${without.join(', ')}`;
  return {
    evaluator: `guiodyssey.${name}`,
    version: '2',
    mode,
    score:
      asked === 0
        ? { status: 'not_applicable', reason: `${name} judges no step of it${rest}` }
        : {
            status: 'scored',
            value: right / asked,
            explanation: `${right} of ${plural(asked, 'step')} by ${name}${rest}`,
          },
  };
}

/** What an AMS score kept of an episode; null where the episode was not scored. */
export function detailsOf({ scores }: EpisodeScores): OdysseyDetails | null {
  const found = scores.find(({ evaluator }) => evaluator === 'guiodyssey.ams');
  if (found?.score.status !== 'scored') return null;
  const parsed = OdysseyDetailsSchema.safeParse(found.score.details);
  return parsed.success ? parsed.data : null;
}

/** Reasons as they were kept, in the form that sums take them. */
export function verdictOf(reason: string): StepVerdict {
  return { isCorrect: reason.endsWith('_correct'), reason: reason as StepReason };
}

/**
 * The prediction as the published evaluator would get it: the dataset's own commands as the model wrote them, anything
 * else turned into a command. An unreadable answer stays as it is too.
 */
function predictionOf(done: TrajectoryStep, recorded: OdysseyEpisode): unknown {
  if (done.formatError !== undefined) return done.formatError.excerpt;
  const { action } = done;
  if (action === null) return null;
  if (action.native?.family === FAMILY && action.native.text !== undefined) return action.native.text;
  const { w: width, h: height } = recorded.device_info;
  // An action without words here is still an action, of a type that nothing recorded has.
  return commandOfAction(action, { width, height }) ?? 'UNSUPPORTED';
}
