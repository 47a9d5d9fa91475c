import { z } from 'zod';
import type { ItemResult } from '../../domain/score.js';
import type { ScoredItem } from '../../formats/results/score-document.js';

/** What the evaluators of milestones put into a score's details. */
const DetailsSchema = z.object({
  milestones: z.array(
    z.union([
      z.object({ ability: z.string(), hit: z.boolean(), step: z.int().nullable() }),
      z.object({ abilities: z.array(z.string()), step: z.int().nullable() }),
    ]),
  ),
});

/** A result as the JSON document of `score` lists it. */
export function scoredItem({ key, outcome, end, steps, result }: ItemResult): ScoredItem {
  const { mode, success, completion, metric } = result;
  const milestones = milestonesOf(result);
  return {
    mode,
    ...key,
    outcome,
    success,
    completion,
    ...(metric === undefined ? {} : { metric: metric.value }),
    steps,
    hits: milestones.length === 0 ? null : [milestones.filter(({ hit }) => hit).length, milestones.length],
    milestones,
    end,
  };
}

function milestonesOf({ scores }: ItemResult['result']): ScoredItem['milestones'] {
  for (const { score } of scores) {
    const details = DetailsSchema.safeParse(score.status === 'scored' ? score.details : null);
    if (!details.success) continue;
    return details.data.milestones.map((one) =>
      'hit' in one
        ? { abilities: one.ability === '' ? [] : [one.ability], hit: one.hit, step: one.step }
        : { abilities: one.abilities, hit: one.step !== null, step: one.step },
    );
  }
  return [];
}

/** Items without a single attempt. */
export function missingItems(results: readonly ScoredItem[]): readonly string[] {
  const tried = new Set(results.filter(({ outcome }) => outcome !== 'not_run').map(({ item }) => item));
  const all = new Set(results.map(({ item }) => item));
  return [...all].filter((item) => !tried.has(item)).sort();
}
