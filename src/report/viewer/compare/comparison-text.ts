import { formatP, points, pointsRange } from '../../../metrics/tables/points.js';
import type { ReportComparison } from '../../html/report-data.js';
import { whole } from '../format.js';
import type { Strings } from '../strings.js';

/** What a comparison allows to say; "better" only where metrics found it to be so. */
export function comparisonSentences(
  comparison: ReportComparison,
  left: string,
  right: string,
  { comparison: words }: Strings,
): readonly string[] {
  const { difference, interval, adjustedP, verdict, detectable, effort, test } = comparison;
  if (difference === null) return [words.notComparable(left, right)];
  const size = points(Math.abs(difference), false);
  const numbers = words.numbers(pointsRange(interval), formatP(adjustedP));
  const tested = test === null ? [] : [words.tests[test]];
  if (verdict === 'b_better') return [words.better(right, left, size), numbers, ...tested];
  if (verdict === 'a_better') return [words.better(left, right, size), numbers, ...tested];
  const leavesOutZero = interval !== null && (interval.low > 0 || interval.high < 0);
  return [
    words.notShown(left, right, points(difference)),
    numbers,
    ...tested,
    ...(leavesOutZero ? [words.onlyInterval] : []),
    ...(detectable === null ? [] : [words.detectable(points(detectable, false))]),
    ...(effort === null ? [] : [words.effort(repeatsText(effort, words), whole(effort.tasks))]),
  ];
}

/** What was left out of a comparison, and how far that could have moved it. */
export function leftOutSentences(
  comparison: ReportComparison,
  { comparison: words }: Strings,
): readonly string[] {
  const { onlyLeft, onlyRight, bounds, difference } = comparison;
  const isExact = bounds !== null && bounds.low === bounds.high && bounds.low === difference;
  return [
    ...(onlyLeft + onlyRight === 0 ? [] : [words.leftOut(whole(onlyLeft), whole(onlyRight))]),
    ...(bounds === null || isExact ? [] : [words.withinBounds(pointsRange(bounds))]),
  ];
}

function repeatsText(
  { repeats, repeatsAtLeast }: NonNullable<ReportComparison['effort']>,
  words: Strings['comparison'],
): string | null {
  if (repeats === null) return null;
  return repeatsAtLeast ? words.atLeast(whole(repeats)) : whole(repeats);
}
