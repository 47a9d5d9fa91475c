import type { MainMetric } from '../../benchmark.js';
import type { OdysseyAggregation } from '../match/odyssey-tally.js';
import { detailsOf, verdictOf } from '../score-odyssey-episode.js';

/**
 * AMS: over all judged steps, or on the random split the mean over categories, rounded as the published code does.
 *
 * Source: GUIOdyssey paper, section 5, and reference code.
 */
export function odysseyMetric(aggregation: OdysseyAggregation): MainMetric {
  return {
    name: 'AMS',
    label: 'action matching score',
    unit: 'step',
    average: aggregation === 'category_mean' ? 'group_mean' : 'pooled',
    isRounded: true,
    of: (scores) => {
      const details = detailsOf(scores);
      if (details === null || details.reasons.length === 0) return null;
      const { reasons, category } = details;
      const correct = reasons.filter((reason) => verdictOf(reason).isCorrect).length;
      return { sum: correct, of: reasons.length, group: category };
    },
  };
}
