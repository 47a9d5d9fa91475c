import type { ComparisonFacts } from './comparison-facts.js';
import type { MetricDeclaration } from '../../domain/scores/main-metric.js';
import { COMPARISON_LEVEL } from './comparison-level.js';
import type { Effort } from './detectable-difference.js';
import type { ComparisonTest } from './paired-comparison.js';
import type { ComparedMetric } from '../task-scores.js';
import { points, pointsSpread, sideOf, statedP, type PointsSpread } from '../tables/points.js';

/** A difference as a sentence says it: how far b is above (`1`) or below (`-1`) a, and what is plausible. */
export interface StatedDifference {
  readonly a: string;
  readonly b: string;
  readonly metric: ComparedMetric;
  readonly mainMetric: MetricDeclaration | null;
  readonly side: -1 | 0 | 1;
  /** Points, without a sign. */
  readonly by: string;
  readonly spread: PointsSpread | null;
  /** `p = 0.041`, or `p (Holm) = 0.041` where correcting it for several comparisons changed it; null where nothing was tested. */
  readonly p: string | null;
  /** Percent; null without pairs. */
  readonly meanA: number | null;
  readonly meanB: number | null;
}

/** How one language puts a comparison. */
export interface ComparisonWords {
  readonly shown: (difference: StatedDifference) => string;
  readonly notShown: (difference: StatedDifference) => string;
  readonly notComparable: (a: string, b: string) => string;
  /** The same for somebody who knows no statistics; `isShown` is whether it counts as shown. */
  readonly meaning: (difference: StatedDifference, isShown: boolean) => string;
  /** Why a comparison leaves out 0 and is not shown: its test does by itself, and is corrected for several; or it never did. */
  readonly onlyInterval: (isCorrected: boolean) => string;
  readonly detectable: (points: string, family: number) => string;
  /** What finding a difference of so many points takes. */
  readonly effort: (effort: Effort, points: string) => string;
  /** Whether the two are shown to be within the margin of each other. */
  readonly equivalence: (finding: StatedEquivalence) => string;
  readonly leftOut: (facts: ComparisonFacts) => string;
  /** The difference had all that is unknown gone against b, and for b. */
  readonly withinBounds: (b: string, a: string, worst: Side, best: Side) => string;
  readonly tested: (test: ComparisonTest, facts: ComparisonFacts) => string;
  /** `together` is what is plausible for all comparisons at once; null where there is one, or no interval. */
  readonly corrected: (family: number, together: PointsSpread | null) => string;
  /** What a p value says, in a number of comparisons out of a thousand. */
  readonly chance: (p: number) => string;
}

/** What two one-sided tests against a margin say, as a sentence says it. */
export interface StatedEquivalence {
  readonly a: string;
  readonly b: string;
  readonly finding: 'equivalent' | 'not_worse' | 'not_better' | 'open';
  /** Points. */
  readonly margin: string;
  readonly spread: PointsSpread | null;
  /** Percent, such as `90`. */
  readonly confidence: string;
}

/** How far above or below, in points without a sign. */
export interface Side {
  readonly side: -1 | 0 | 1;
  readonly by: string;
}

/** Everything that may be said of two runs, as sentences. */
export interface ComparisonText {
  /** The conclusion, with direction, size, interval and p. */
  readonly finding: string;
  /** The same in everyday words. */
  readonly meaning: string | null;
  /** What to keep in mind, such as how small a difference could have been found at all. */
  readonly caveats: readonly string[];
  /** What was left out, and how far that could move the difference. */
  readonly leftOut: readonly string[];
  /** How the numbers were computed. */
  readonly computed: readonly string[];
}

/** What a comparison allows to say. Every output that shows one says it through this. */
export function comparisonText(facts: ComparisonFacts, words: ComparisonWords): ComparisonText {
  const { a, b, difference, interval, verdict } = facts;
  const leftOut = leftOutSentences(facts, words);
  if (difference === null)
    return { finding: words.notComparable(a, b), meaning: null, caveats: [], leftOut, computed: [] };
  const stated = statedDifference(facts, difference);
  const isShown = verdict === 'a_better' || verdict === 'b_better';
  return {
    finding: isShown ? words.shown(stated) : words.notShown(stated),
    meaning: interval === null ? null : words.meaning(stated, isShown),
    caveats: [...equivalenceSentences(facts, words, difference), ...(isShown ? [] : caveatsOf(facts, words))],
    leftOut,
    computed: computedSentences(facts, words),
  };
}

/** The difference of a comparison in its own direction. */
export function statedDifference(
  facts: Pick<
    ComparisonFacts,
    'a' | 'b' | 'metric' | 'mainMetric' | 'interval' | 'p' | 'adjustedP' | 'meanA' | 'meanB'
  >,
  difference: number,
): StatedDifference {
  const { a, b, metric, mainMetric, interval, p, adjustedP, meanA, meanB } = facts;
  return {
    a,
    b,
    metric,
    mainMetric,
    meanA,
    meanB,
    ...sideAndSize(difference),
    spread: pointsSpread(difference, interval),
    p: adjustedP === null ? null : statedP(adjustedP, adjustedP === p ? 'p' : 'p (Holm)'),
  };
}

function equivalenceSentences(
  { a, b, equivalence, family }: ComparisonFacts,
  words: ComparisonWords,
  difference: number,
): string[] {
  if (equivalence === null) return [];
  const { margin, interval, isEquivalent, isNotWorse, isNotBetter } = equivalence;
  return [
    words.equivalence({
      a,
      b,
      finding: isEquivalent ? 'equivalent' : isNotWorse ? 'not_worse' : isNotBetter ? 'not_better' : 'open',
      margin: points(margin, false),
      spread: pointsSpread(difference, interval),
      confidence: String(Number((100 * (1 - (2 * COMPARISON_LEVEL) / family)).toFixed(1))),
    }),
  ];
}

function caveatsOf(
  { interval, p, detectable, effort, target, family }: ComparisonFacts,
  words: ComparisonWords,
): string[] {
  const leavesOutZero = interval !== null && (interval.low > 0 || interval.high < 0);
  return [
    ...(leavesOutZero ? [words.onlyInterval(p !== null && p < COMPARISON_LEVEL)] : []),
    ...(detectable === null ? [] : [words.detectable(points(detectable, false), family)]),
    ...(effort === null ? [] : [words.effort(effort, points(target, false))]),
  ];
}

function leftOutSentences(facts: ComparisonFacts, words: ComparisonWords): string[] {
  const { a, b, onlyInA, onlyInB, bounds } = facts;
  return [
    ...(onlyInA + onlyInB === 0 ? [] : [words.leftOut(facts)]),
    ...(bounds === null || bounds.low >= bounds.high
      ? []
      : [words.withinBounds(b, a, sideAndSize(bounds.low), sideAndSize(bounds.high))]),
  ];
}

function computedSentences(facts: ComparisonFacts, words: ComparisonWords): string[] {
  const { test, p, family, simultaneous, difference } = facts;
  if (test === null || p === null) return [];
  const together = family === 1 || difference === null ? null : pointsSpread(difference, simultaneous);
  return [words.tested(test, facts), words.chance(p), words.corrected(family, together)];
}

/** What is compared, by the name of a main metric, else in one language's words. */
export function metricName(
  { metric, mainMetric }: Pick<ComparisonFacts, 'metric' | 'mainMetric'>,
  words: Readonly<Record<ComparedMetric, string>>,
): string {
  return metric === 'main' && mainMetric !== null ? mainMetric.name : words[metric];
}

function sideAndSize(difference: number): Side {
  return { side: sideOf(difference), by: points(Math.abs(difference), false) };
}
