import { z } from 'zod';
import type { EpisodeScores } from '../../domain/score.js';
import type { TaggedMilestone } from '../../metrics/abilities/ability-counts.js';

/** A milestone with any number of abilities, or with the one it has. Source: ColorBench, whose scores tell the latter. */
const MilestoneSchema = z.union([
  z
    .object({ abilities: z.array(z.string()), step: z.int().nullable() })
    .transform(({ abilities, step }): TaggedMilestone => ({ abilities, hit: step !== null })),
  z
    .object({ ability: z.string(), hit: z.boolean() })
    .transform(({ ability, hit }): TaggedMilestone => ({ abilities: [ability], hit })),
]);

/** What milestone evaluators put into a score's details. */
const DetailsSchema = z.object({ milestones: z.array(MilestoneSchema) });

/** The milestones of an episode with their abilities, in the task's order; empty where no evaluator tells. */
export function milestoneHits({ scores }: EpisodeScores): readonly TaggedMilestone[] {
  for (const { score } of scores) {
    if (score.status !== 'scored') continue;
    const details = DetailsSchema.safeParse(score.details);
    if (details.success) return details.data.milestones;
  }
  return [];
}
