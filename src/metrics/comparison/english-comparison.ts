import type { ComparisonFacts } from './comparison-facts.js';
import { plural } from '../../domain/text/plural.js';
import type { PointsSpread } from '../tables/points.js';
import type { ComparisonTest } from './paired-comparison.js';
import { metricName, type ComparisonWords, type Side, type StatedDifference } from './comparison-text.js';

export const METRIC_WORDS = {
  success: 'success',
  completion: 'completion',
  main: 'the main metric',
} as const;

/** The sentences of a comparison in English: those of the terminal, of documents and of the report. */
export const ENGLISH_COMPARISON: ComparisonWords = {
  shown: (difference) =>
    `${placed(difference, ` in ${metricName(difference, METRIC_WORDS)}`)}${certainty(difference)}.`,
  notShown: (difference) => {
    const { a, b } = difference;
    return `No difference in ${metricName(difference, METRIC_WORDS)} shown between ${a} and ${b}: ${placed(difference)}${certainty(difference)}.`;
  },
  notComparable: (a, b) => `${a} and ${b} cannot be compared: no task was judged under both.`,
  meaning: (difference, isShown) => `In other words: ${inEverydayWords(difference, isShown)}`,
  onlyInterval: (isCorrected) =>
    isCorrected
      ? 'The interval of this comparison alone leaves out 0; corrected for the number of comparisons, the test does not.'
      : 'The interval leaves out 0, the exact test does not.',
  detectable: (by, family) =>
    `If tasks go on differing as they do here, a design like this${family === 1 ? '' : `, made with ${plural(family - 1, 'other comparison')},`} finds a difference of ${by} points or more four times out of five.`,
  effort: ({ repeats, repeatsAtLeast, tasks }, by) =>
    repeats === null
      ? `To find ${by} points, repeats alone will not do: about ${plural(tasks, 'task is', 'tasks are')} needed in all.`
      : `To find ${by} points takes ${repeatsAtLeast ? 'at least ' : ''}${plural(repeats, 'repeat')} of every task, or about ${plural(tasks, 'task')} in all.`,
  equivalence: ({ a, b, finding, margin, spread, confidence }) => {
    const range = spread === null ? '' : ` (${confidence} % ${spreadText(spread)})`;
    if (finding === 'equivalent') return `${b} and ${a} are equivalent within ${margin} points${range}.`;
    if (finding === 'open')
      return `Whether ${b} and ${a} are within ${margin} points of each other is open${range}.`;
    return `${b} is not ${finding === 'not_worse' ? 'worse' : 'better'} than ${a} by ${margin} points or more${range}.`;
  },
  leftOut: ({ a, b, onlyInA, onlyInB }) =>
    `${a} and ${b}, tasks left out: ${[
      ...(onlyInA === 0 ? [] : [`${onlyInA} judged under ${a} only`]),
      ...(onlyInB === 0 ? [] : [`${onlyInB} judged under ${b} only`]),
    ].join(', ')}.`,
  withinBounds: (b, a, worst, best) =>
    `Had all that is unknown gone against ${b}, it would be ${relativeTo(worst, a)}; had it gone for ${b}, ${relativeTo(best, a)}.`,
  tested: (test, facts) => TESTED[test](facts),
  corrected: (family, together) =>
    family === 1
      ? 'One comparison was made, so that p needs no correction.'
      : `${family} comparisons were made together: p is corrected for that (Holm), the interval is of this one alone.${together === null ? '' : ` One that holds together with all others: ${spreadText(together)}.`}`,
  chance: (p) =>
    `Were the two equally good, a difference at least as large would come up by chance in ${ofThousand(p)} comparisons like this one.`,
};

/** Which way and how far, such as `new is 48.9 points below old`, and in what. */
export function placed({ a, b, side, by }: StatedDifference, of = ''): string {
  return side === 0 ? `${b} and ${a} came out equal${of}` : `${b} is ${by} points ${way(side)} ${a}${of}`;
}

/** `, 95 % 27.2 to 65.5, p < 0.001`: the interval goes the way that the difference goes. */
export function certainty({ spread, p }: Pick<StatedDifference, 'spread' | 'p'>): string {
  return [spread === null ? 'without an interval' : `95 % ${spreadText(spread)}`, ...(p === null ? [] : [p])]
    .map((part) => `, ${part}`)
    .join('');
}

/** `27.2 to 65.5`, or `from 3.1 below to 7.1 above` where it reaches over 0. */
export function spreadText(spread: PointsSpread): string {
  return spread.type === 'same'
    ? `${spread.from} to ${spread.to}`
    : `from ${spread.below} below to ${spread.above} above`;
}

function way(side: -1 | 0 | 1): string {
  return side < 0 ? 'below' : 'above';
}

function relativeTo({ side, by }: Side, a: string): string {
  return side === 0 ? `equal to ${a}` : `${by} points ${way(side)} ${a}`;
}

/** A difference in solved tasks out of a hundred. */
function ofHundred({ a, b, side, by, spread }: StatedDifference, isShown: boolean): string {
  const word = side < 0 ? 'fewer' : 'more';
  const likely = spread?.type === 'same' ? `${whole(spread.from)} to ${whole(spread.to)} ${word}` : null;
  if (isShown && likely !== null)
    return `of 100 such tasks, ${b} solves about ${whole(by)} ${word} than ${a}; anything from ${likely} is compatible with the data.`;
  if (likely !== null)
    return `of 100 such tasks, ${b} may solve ${likely} than ${a}, yet chance cannot be ruled out.`;
  const [below, above] = spread?.type === 'both' ? [spread.below, spread.above] : ['0', '0'];
  return `of 100 such tasks, ${b} may solve anything from ${whole(below)} fewer to ${whole(above)} more than ${a}; these data do not decide between the two.`;
}

function inEverydayWords(difference: StatedDifference, isShown: boolean): string {
  if (difference.metric === 'success') return ofHundred(difference, isShown);
  const { mainMetric, a, b, meanA, meanB } = difference;
  const share = (mean: number | null): string => `${((mean ?? 0) * 100).toFixed(0)} %`;
  const end = isShown ? '.' : '; these data do not decide between the two.';
  // How far each gets: on a task of average difficulty, or with the units of all tasks.
  return mainMetric === null || mainMetric.average === 'completion'
    ? `${a} completes ${share(meanA)} of an average task, ${b} ${share(meanB)}${end}`
    : `the ${mainMetric.label} is ${share(meanA)} under ${a} and ${share(meanB)} under ${b}${end}`;
}

function whole(points: string): string {
  return Number(points).toFixed(0);
}

function ofThousand(p: number): string {
  const times = Math.round(p * 1000);
  return times < 1 ? 'fewer than 1 of 1,000' : times >= 1000 ? 'nearly all' : `about ${times} of 1,000`;
}

const WORTH = "Tango's interval over as many single tries as the differences are worth";

const TESTED: Readonly<Record<ComparisonTest, (facts: ComparisonFacts) => string>> = {
  mcnemar: (facts) =>
    `Each of ${plural(facts.tasks, 'task')} was tried once by both. ${ahead(facts)} Only the tasks that came out differently say which is better: exact McNemar test, Tango's interval.`,
  student: (facts) =>
    `Each of ${plural(facts.tasks, 'task')} counts once, with the difference of its two means. ${ahead(facts)} Student's paired test; ${WORTH}.`,
  weighted: (facts) =>
    `Each of ${plural(facts.tasks, 'task')} counts with the difference of its two means, ${weighing(facts)}. ${ahead(facts)} Student's paired test; ${WORTH}.`,
  clustered: ({ tasks, clusters }) =>
    `${plural(tasks, 'item')} of ${plural(clusters, 'unit')} (questions, recordings, apps) were judged under both. Items of a unit resemble each other, so that units are what is counted: Student's test, clustered; ${WORTH}.`,
  sign: (facts) =>
    `${ahead(facts)} Tasks that differ all do so by the same amount, which leaves only the direction to be tested: exact sign test; ${WORTH}.`,
};

function weighing({ mainMetric }: ComparisonFacts): string {
  if (mainMetric === null) return 'weighted';
  const groups = mainMetric.average === 'group_mean' ? ', and groups of tasks the same' : '';
  return `weighing what it has in ${mainMetric.unit}s${groups}`;
}

function ahead({ a, b, tasks, aAhead, bAhead }: ComparisonFacts): string {
  return `${a} did better on ${aAhead}, ${b} on ${bAhead}, equally well on ${tasks - aAhead - bAhead}.`;
}
