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

/** What of a milestone says how to call it: its title or id, or the one ability it has. */
const NamedDetailsSchema = z.object({
  milestones: z.array(
    z.union([
      z
        .object({ id: z.string(), title: z.string().nullable().optional(), step: z.int().nullable() })
        .transform(({ id, title, step }) => ({ name: title ?? id, hit: step !== null })),
      z
        .object({ ability: z.string(), hit: z.boolean() })
        .transform(({ ability, hit }) => ({ name: ability, hit })),
    ]),
  ),
});

/**
 * The first milestone that was missed, in a few words that begin with it: lists cut what comes later. Null where no evaluator
 * tells, or none was missed.
 */
export function missedMilestone({ scores }: Pick<EpisodeScores, 'scores'>): string | null {
  for (const { score } of scores) {
    if (score.status !== 'scored') continue;
    const details = NamedDetailsSchema.safeParse(score.details);
    if (!details.success) continue;
    const { milestones } = details.data;
    const number = milestones.findIndex(({ hit }) => !hit);
    const missed = milestones[number];
    if (missed === undefined) return null;
    if (milestones.length === 1) return `missed: ${missed.name}`;
    const reached = milestones.filter(({ hit }) => hit).length;
    return `missed: ${missed.name} (milestone ${number + 1} of ${milestones.length}, ${reached} reached)`;
  }
  return null;
}

/** The milestones of an episode with their abilities, in the task's order; empty where no evaluator tells. */
export function milestoneHits({ scores }: EpisodeScores): readonly TaggedMilestone[] {
  for (const { score } of scores) {
    if (score.status !== 'scored') continue;
    const details = DetailsSchema.safeParse(score.details);
    if (details.success) return details.data.milestones;
  }
  return [];
}
