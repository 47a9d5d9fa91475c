import { z } from 'zod';
import type { EpisodeScores } from '../../domain/score.js';

/** One milestone with what it called for. */
export interface MilestoneHit {
  readonly ability: string;
  readonly hit: boolean;
}

/** What milestone evaluators put into a score's details. */
const DetailsSchema = z.object({
  milestones: z.array(z.object({ abilities: z.array(z.string()), step: z.int().nullable() })),
});

/** The milestones of an episode with their abilities, in the task's order; empty where no evaluator tells. */
export function milestoneHits({ scores }: EpisodeScores): readonly MilestoneHit[] {
  for (const { score } of scores) {
    if (score.status !== 'scored') continue;
    const details = DetailsSchema.safeParse(score.details);
    if (!details.success) continue;
    return details.data.milestones.flatMap(({ abilities, step }) =>
      abilities.map((ability) => ({ ability, hit: step !== null })),
    );
  }
  return [];
}
