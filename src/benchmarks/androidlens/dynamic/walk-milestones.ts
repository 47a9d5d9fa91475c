import type { MilestoneJudgement } from '../readers/read-milestone-judgements.js';

/** How the pieces of a trajectory follow each other. What the paper leaves open has an entry. */
export interface WalkRules {
  /** Steps of a piece, at least 1. */
  readonly window: number;
  /** Where the next piece begins after some of an unordered group are done: at the last step that did one, or behind it. */
  readonly groupAdvance: 'at' | 'after';
  /** Where the milestones behind a missed one are looked for: from where it was first looked for, or from where the search ended. */
  readonly restartFrom: 'groupStart' | 'keep';
  /** Milestones behind a missed one are not looked for. */
  readonly stopAtFirstMiss: boolean;
}

export const USUAL_WALK: WalkRules = {
  window: 10,
  groupAdvance: 'at',
  restartFrom: 'groupStart',
  stopAtFirstMiss: false,
};

/** Steps that are shown at once, `end` not included. */
export interface WalkSegment {
  readonly start: number;
  readonly end: number;
}

/**
 * Says which of the open milestones are done within a piece: one judgement each, `lastStep` from the piece's first step. null
 * where there is no usable answer.
 */
export type SegmentJudge = (
  open: readonly number[],
  segment: WalkSegment,
) => Promise<readonly MilestoneJudgement[] | null>;

/** What a walk found of one milestone. */
export interface WalkedMilestone {
  readonly index: number;
  /** Step of the trajectory that completes it; null where none does. */
  readonly step: number | null;
  /** Pieces that were looked at for it, in order; empty where it was not looked for. */
  readonly segments: readonly WalkSegment[];
  /** How many of them got no usable answer: a milestone that is not completed may be so in these. */
  readonly unanswered: number;
}

/**
 * Looks for milestones in a trajectory, piece by piece in time order: one milestone at a time, those of an unordered group
 * together. Milestones behind a missed one are looked for as well, unless the rules say otherwise: progress counts each.
 *
 * Source: AndroidLens paper, supplement, dynamic evaluation. Deviation: what it leaves open are `WalkRules`.
 *
 * @param groups numbers of the milestones, each once; a group of one is an ordered milestone
 * @param steps steps of the trajectory
 */
export async function walkMilestones(
  groups: readonly (readonly number[])[],
  steps: number,
  judge: SegmentJudge,
  rules: WalkRules = USUAL_WALK,
): Promise<readonly WalkedMilestone[]> {
  const found = groups.flat().map((index) => ({
    index,
    step: null as number | null,
    segments: [] as WalkSegment[],
    unanswered: 0,
  }));
  const byIndex = new Map(found.map((milestone) => [milestone.index, milestone]));
  let start = 0;
  for (const group of groups) {
    const groupStart = start;
    let open = [...group];
    while (open.length > 0 && start < steps) {
      const end = Math.min(start + rules.window, steps);
      const judgements = await judge(open, { start, end });
      for (const milestone of open.flatMap((index) => byIndex.get(index) ?? [])) {
        milestone.segments.push({ start, end });
        if (judgements === null) milestone.unanswered += 1;
      }
      const done = (judgements ?? []).filter(({ index, completed }) => completed && open.includes(index));
      for (const { index, lastStep } of done) {
        const milestone = byIndex.get(index);
        if (milestone !== undefined) milestone.step = start + lastStep;
      }
      open = open.filter((index) => byIndex.get(index)?.step === null);
      if (done.length > 0) {
        const last = start + Math.max(...done.map(({ lastStep }) => lastStep));
        const isBehind = group.length === 1 || rules.groupAdvance === 'after';
        const next = isBehind ? last + 1 : last;
        start = open.length === 0 ? next : Math.max(next, start + 1);
      } else if (end === steps) break;
      // The last step is shown again: what it began may be seen in the next piece alone.
      else start = Math.max(end - 1, start + 1);
    }
    if (open.length === 0) continue;
    if (rules.restartFrom === 'groupStart') start = groupStart;
    if (rules.stopAtFirstMiss) break;
  }
  return found;
}
