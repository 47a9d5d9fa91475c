import { z } from 'zod';
import { plural } from '../../../domain/text/plural.js';
import type { CriterionVerdict, Verdict } from '../../../domain/scores/verdict.js';
import type { JudgedGroup } from '../dynamic/judged-milestones.js';
import { USUAL_WALK, type WalkedMilestone, type WalkRules } from '../dynamic/walk-milestones.js';

/** What the judge's verdict keeps of the walk, beside `process`. */
export const WalkDetailsSchema = z.object({
  milestones: z.array(
    z.object({
      index: z.int(),
      /** Place of its group in the task, from 0. */
      group: z.int().nonnegative(),
      /** Step that completes it; null where none does, or nobody could tell. */
      step: z.int().nonnegative().nullable(),
      /** Steps that were looked at for it, the end not included. */
      segments: z.array(z.tuple([z.int(), z.int()])),
      unanswered: z.int().nonnegative(),
    }),
  ),
  /** Questions that were asked, and those without a usable answer. */
  asked: z.int().nonnegative(),
  judge_errors: z.int().nonnegative(),
  /** Answers that could not be used, those that were asked for anew included. */
  unreadable: z.int().nonnegative(),
});
export type WalkDetails = z.infer<typeof WalkDetailsSchema>;

/**
 * What a walk over a trajectory says of the episode: success where every milestone is completed, failure where one was
 * certainly missed, unknown where only milestones are open that a piece without an answer may have completed.
 */
export function milestoneVerdict(
  groups: readonly JudgedGroup[],
  walked: readonly WalkedMilestone[],
  asks: Pick<WalkDetails, 'asked' | 'judge_errors' | 'unreadable'>,
  { restartFrom }: Pick<WalkRules, 'restartFrom'> = USUAL_WALK,
): Verdict {
  const byIndex = new Map(walked.map((milestone) => [milestone.index, milestone]));
  const process: CriterionVerdict[] = [];
  const milestones: WalkDetails['milestones'] = [];
  let isDoubtful: boolean = false;
  for (const [group, members] of groups.entries()) {
    let doubts: boolean = isDoubtful;
    for (const { index, target } of members) {
      const { step = null, segments = [], unanswered = 0 } = byIndex.get(index) ?? {};
      const isUnknown: boolean = step === null && (unanswered > 0 || isDoubtful);
      // Had there been an answer, those behind it might have been looked for from an earlier step, or at all.
      const mayBeEarlier = step !== null || restartFrom === 'keep' || isLast(group, walked, groups);
      doubts ||= (unanswered > 0 || isUnknown) && mayBeEarlier;
      const met = step !== null ? true : isUnknown ? null : false;
      const steps = step === null ? [] : [step];
      const reason = reasonOf(step, segments, isUnknown);
      process.push({ id: String(index), title: target, met, steps, reason });
      const shown = segments.map(({ start, end }): [number, number] => [start, end]);
      milestones.push({ index, group, step, segments: shown, unanswered });
    }
    isDoubtful = doubts;
  }
  const missed = process.find(({ met }) => met === false);
  const open = process.find(({ met }) => met === null);
  const done = process.filter(({ met }) => met === true);
  const outcome = missed !== undefined ? 'failure' : open !== undefined ? 'unknown' : 'success';
  const lookedAt = walked.flatMap(({ segments }) => segments.map(({ end }) => end - 1));
  const first = missed ?? open;
  const rest =
    first === undefined
      ? ''
      : `; the first ${missed === undefined ? 'open' : 'missed'} is ${first.id}, ${JSON.stringify(first.title)}`;
  return {
    outcome,
    completion: open === undefined ? done.length / process.length : null,
    process,
    blame: null,
    steps:
      outcome === 'success'
        ? [...new Set(done.flatMap(({ steps }) => steps))].toSorted((a, b) => a - b)
        : outcome === 'failure' && lookedAt.length > 0
          ? [Math.max(...lookedAt)]
          : [],
    explanation: `${done.length} of ${plural(process.length, 'milestone is', 'milestones are')} done${rest}`,
    details: { milestones, ...asks },
  };
}

/** Whether nobody was asked about anything behind a group. */
function isLast(group: number, walked: readonly WalkedMilestone[], groups: readonly JudgedGroup[]): boolean {
  const behind = new Set(groups.slice(group + 1).flatMap((members) => members.map(({ index }) => index)));
  return walked.every(({ index, segments }) => !behind.has(index) || segments.length === 0);
}

function reasonOf(step: number | null, segments: WalkedMilestone['segments'], isUnknown: boolean): string {
  if (step !== null) return `step ${step} completes it`;
  const [first] = segments;
  const last = segments.at(-1);
  if (first === undefined || last === undefined) {
    return isUnknown ? 'not looked for: whether the one before was missed is not known' : 'not looked for';
  }
  const where = `steps ${first.start} to ${last.end - 1}`;
  return isUnknown
    ? `not seen in ${where}, and not every question up to there got a usable answer`
    : `not seen in ${where}`;
}
