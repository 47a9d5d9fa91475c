import { z } from 'zod';
import { plural } from '../../../domain/text/plural.js';
import type { Episode } from '../../../domain/episode.js';
import type { Mode } from '../../../domain/mode.js';
import type { EpisodeScores, NamedScore, Score } from '../../../domain/score.js';
import type { Verdict } from '../../../domain/scores/verdict.js';
import { EVENT_TYPES } from '../../../domain/task-fields/task-event.js';
import { eventsScore, happenedEvents } from '../../../evaluators/conduct/unexpected-events.js';
import { questionsScore } from '../../../evaluators/conduct/user-questions.js';
import type { MainMetric } from '../../benchmark.js';
import { WalkDetailsSchema } from '../judges/milestone-verdict.js';
import { labelTask } from '../taxonomy/label-task.js';
import type { LensLabels } from '../taxonomy/read-lens-labels.js';
import { actedSteps } from './acted-steps.js';
import type { LensTask } from './lens-task.js';

const MilestoneDetailsSchema = z.object({
  index: z.int(),
  group: z.int().nonnegative(),
  title: z.string(),
  /** null where nobody could tell. */
  met: z.boolean().nullable(),
  /** Step that completes it, from 0. */
  step: z.int().nonnegative().nullable(),
});

/** What tables need of one episode, kept in its score. */
export const DynamicDetailsSchema = z.object({
  language: z.enum(['en', 'zh']),
  types: z.array(z.string()),
  apps: z.int().nonnegative(),
  interactions: z.array(z.string()),
  /** Milestones of the task; 0 where it has none. */
  of: z.int().nonnegative(),
  /** In the order of the task; null where no judge of milestones has looked. */
  milestones: z.array(MilestoneDetailsSchema).nullable(),
  /** Questions of the judge that got no usable answer; null as above. */
  judgeErrors: z.int().nonnegative().nullable(),
  steps: z.int().nonnegative(),
  referenceSteps: z.int().positive().nullable(),
  /** Unexpected events that happened, each with the step (from 0) that it came before. */
  events: z.array(z.object({ type: z.enum(EVENT_TYPES), step: z.int().nonnegative() })),
  /** Kinds of anomalies that the task is labelled with. */
  anomalies: z.array(z.string()),
});
export type DynamicDetails = z.infer<typeof DynamicDetailsSchema>;

/** Name under which the details are kept. */
const PROGRESS = 'androidlens.task_progress';
const UNJUDGED = 'no judge has looked at it';

export interface DynamicScoring {
  readonly labels: LensLabels | null;
  readonly mode: Mode;
  readonly verdict?: Verdict;
}

/**
 * An episode on phones by what a judge said of it: success where all milestones are completed, progress as the share of them.
 * In `reference` mode a milestone that nobody could tell is not completed, as the page of the benchmark says; in `corrected` mode
 * it leaves success and progress open, unless another one was missed.
 *
 * Source: AndroidLens paper (supplement) for success; the formula of progress is inferred.
 */
export function scoreDynamicLens(
  lens: LensTask,
  { trajectory }: Pick<Episode, 'trajectory'>,
  { labels, mode, verdict }: DynamicScoring,
): EpisodeScores {
  const { language, types, apps, anomalies, referenceSteps, groups, task } = lens;
  const walk = WalkDetailsSchema.safeParse(verdict?.details).data ?? null;
  const milestones = walk === null || verdict === undefined ? null : milestonesOf(verdict, walk, mode);
  const details: DynamicDetails = {
    language,
    types: [...types],
    apps: apps.length,
    interactions: [...labelTask(lens, labels).interactions],
    of: groups.flat().length,
    milestones,
    judgeErrors: walk?.judge_errors ?? null,
    steps: actedSteps(trajectory).steps.length,
    referenceSteps,
    events: happenedEvents(task, trajectory).map(({ type, step }) => ({ type, step })),
    anomalies: [...anomalies],
  };
  // Nothing was done, so that no milestone can have been completed: no judge is needed to say so.
  const isIdle = verdict === undefined && details.steps === 0 && details.of > 0;
  const { success, completion } = isIdle ? { success: false, completion: 0 } : judged(verdict, milestones);
  const named: (readonly [string, Score | null])[] = [
    [PROGRESS, isIdle ? idleScore(details) : progressScore({ details, verdict, completion })],
    ['events', eventsScore(task, trajectory, success)],
    ['user', questionsScore(task, trajectory)],
  ];
  return {
    mode,
    success,
    completion,
    scores: named.flatMap(([evaluator, score]): NamedScore[] =>
      score === null ? [] : [{ evaluator, version: '1', mode, score }],
    ),
  };
}

type Milestones = z.infer<typeof MilestoneDetailsSchema>[];

function milestonesOf({ process }: Verdict, walk: z.infer<typeof WalkDetailsSchema>, mode: Mode): Milestones {
  const byId = new Map(process.map((criterion) => [criterion.id, criterion]));
  return walk.milestones.map(({ index, group, step }) => {
    const { title = '', met = null } = byId.get(String(index)) ?? {};
    return { index, group, title, met: met ?? (mode === 'reference' ? false : null), step };
  });
}

function judged(
  verdict: Verdict | undefined,
  milestones: Milestones | null,
): { readonly success: boolean | null; readonly completion: number | null } {
  if (verdict === undefined) return { success: null, completion: null };
  if (milestones === null || milestones.length === 0) {
    const { outcome, completion } = verdict;
    return { success: outcome === 'unknown' ? null : outcome === 'success', completion };
  }
  const isOpen = milestones.some(({ met }) => met === null);
  const isMissed = milestones.some(({ met }) => met === false);
  const done = milestones.filter(({ met }) => met === true).length;
  return {
    success: isMissed ? false : isOpen ? null : true,
    completion: isOpen ? null : done / milestones.length,
  };
}

function idleScore(details: DynamicDetails): Score {
  return { status: 'scored', value: 0, explanation: 'the agent did nothing', steps: [], details };
}

function progressScore({
  details,
  verdict,
  completion,
}: {
  readonly details: DynamicDetails;
  readonly verdict: Verdict | undefined;
  readonly completion: number | null;
}): Score {
  if (details.of === 0) return { status: 'unknown', reason: 'the task has no milestones', details };
  if (verdict === undefined) return { status: 'unknown', reason: UNJUDGED, details };
  if (completion === null) return { status: 'unknown', reason: verdict.explanation, details };
  const { milestones } = details;
  if (milestones === null) {
    return {
      status: 'scored',
      value: completion,
      explanation: verdict.explanation,
      steps: [...verdict.steps],
      details,
    };
  }
  const done = milestones.flatMap(({ met, step }) => (met === true && step !== null ? [step] : []));
  const missed = milestones.find(({ met }) => met !== true);
  const first = missed === undefined ? '' : `; the first missed is ${JSON.stringify(missed.title)}`;
  return {
    status: 'scored',
    value: completion,
    explanation: `${done.length} of ${plural(milestones.length, 'milestone is', 'milestones are')} done${first}`,
    steps: [...new Set(done)].toSorted((a, b) => a - b),
    details,
  };
}

/** What an episode's scores keep of it; null where it was not scored as a run on phones. */
export function dynamicDetailsOf({ scores }: Pick<EpisodeScores, 'scores'>): DynamicDetails | null {
  const score = scores.find(({ evaluator }) => evaluator === PROGRESS)?.score;
  if (score === undefined || score.status === 'not_applicable') return null;
  return DynamicDetailsSchema.safeParse(score.details).data ?? null;
}

/** Whether an episode waits for its judge. */
export function isUnjudged({ scores }: Pick<EpisodeScores, 'scores'>): boolean {
  const score = scores.find(({ evaluator }) => evaluator === PROGRESS)?.score;
  return score?.status === 'unknown' && score.reason === UNJUDGED;
}

/**
 * Average task progress: completed milestones of all, mean over tasks.
 *
 * Source: AndroidLens paper, abstract, for the name; the formula is inferred.
 */
export const taskProgress: MainMetric = {
  name: 'ATP',
  label: 'average task progress',
  unit: 'task',
  average: 'completion',
};
