import type { MainMetric } from '../benchmark.js';
import { MatchedStepsSchema, matchOf } from './score-steps.js';

/**
 * The share of steps that do what the recording did, as the rule that decides success judges them (the first of an episode's
 * scores): over the steps of all episodes, or the mean over the groups that episodes are tabled under, each over its own.
 */
export function stepMetric({
  name,
  label,
  average,
}: Pick<MainMetric, 'name' | 'label'> & { readonly average: 'pooled' | 'group_mean' }): MainMetric {
  return {
    name,
    label,
    unit: 'step',
    average,
    of: ({ scores: [own] }) => {
      const details = own?.score.status === 'scored' ? own.score.details : undefined;
      const matched = MatchedStepsSchema.safeParse(details);
      if (!matched.success || matched.data.steps.length === 0) return null;
      const {
        steps,
        groups: [group],
      } = matched.data;
      return {
        sum: steps.filter((step) => matchOf(step).match).length,
        of: steps.length,
        ...(group === undefined || average === 'pooled' ? {} : { group }),
      };
    },
  };
}
