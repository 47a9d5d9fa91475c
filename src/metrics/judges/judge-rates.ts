import type { JudgeCounts, JudgeRates } from '../../domain/scores/judge-measurement.js';
import { measuredKappa } from './kappa-interval.js';
import { measuredShare } from './measured-share.js';

/** How often a judge is right, from counts of items; unknown verdicts and unlabelled items are in no rate. */
export function judgeRates(counts: JudgeCounts): JudgeRates {
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = counts;
  const labelled = truePositives + falsePositives + falseNegatives + trueNegatives;
  return {
    counts,
    sensitivity: measuredShare(truePositives, truePositives + falseNegatives),
    specificity: measuredShare(trueNegatives, trueNegatives + falsePositives),
    precision: measuredShare(truePositives, truePositives + falsePositives),
    accuracy: measuredShare(truePositives + trueNegatives, labelled),
    kappa: measuredKappa(
      [
        ...times(truePositives + falsePositives, 'success'),
        ...times(falseNegatives + trueNegatives, 'failure'),
      ],
      [
        ...times(truePositives, 'success'),
        ...times(falsePositives, 'failure'),
        ...times(falseNegatives, 'success'),
        ...times(trueNegatives, 'failure'),
      ],
    ),
  };
}

function times(count: number, word: string): string[] {
  return Array.from({ length: count }, () => word);
}
