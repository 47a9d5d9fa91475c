import type { MetricDeclaration } from '../../domain/scores/main-metric.js';
import { plural } from '../../domain/text/plural.js';
import type { MetricMean } from '../metric-mean.js';

/** What a main metric is, and over what it is averaged, in one sentence. */
export function metricSentence({ name, label, unit, average }: MetricDeclaration): string {
  switch (average) {
    case 'completion':
      return `${name}: ${label}, the mean completion of items.`;
    case 'pooled':
      return `${name}: ${label}, over the ${unit}s of all items together.`;
    case 'group_mean':
      return `${name}: ${label}, the mean over groups of items, each over all its ${unit}s.`;
    default:
      return average satisfies never;
  }
}

/** What a run's main metric is made from: `AMS over 312 steps of 20 items, in 6 groups`. */
export function metricExtent({ metric, units, n, groups }: MetricMean): string {
  const { name, unit, average } = metric;
  if (average === 'completion') return `${name} over ${plural(n, 'item')}`;
  const inGroups = average === 'group_mean' ? `, in ${plural(groups.length, 'group')}` : '';
  return `${name} over ${plural(units, unit)} of ${plural(n, 'item')}${inGroups}`;
}
