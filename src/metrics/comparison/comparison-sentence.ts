import type { RunComparison } from './compare.js';
import { formatP, points, pointsRange } from '../tables/points.js';

/** The conclusion of a comparison, in one or a few sentences. "Better" is said only of intervals without 0. */
export function comparisonSentence(comparison: RunComparison): string {
  const { a, b, difference, interval, adjustedP, verdict } = comparison;
  if (difference === null) return `${a} and ${b} cannot be compared: no task was judged under both.`;
  const numbers = `95 % ${pointsRange(interval)}, p ${equals(formatP(adjustedP))}`;
  const of = comparison.metric === 'success' ? 'success' : 'completion';
  switch (verdict) {
    case 'a_better':
      return `${a} is better than ${b} in ${of} by ${points(-difference, false)} points (${b} less ${a}: ${numbers}).`;
    case 'b_better':
      return `${b} is better than ${a} in ${of} by ${points(difference, false)} points (${b} less ${a}: ${numbers}).`;
    case 'not_shown':
    case 'not_comparable': {
      const seen = `No difference in ${of} shown between ${a} and ${b}: ${points(difference)} points (${numbers}).`;
      return [seen, correctionNote(comparison), detectableNote(comparison), effortNote(comparison)]
        .filter((part) => part !== null)
        .join(' ');
    }
    default:
      return verdict satisfies never;
  }
}

function correctionNote({ interval, p, adjustedP }: RunComparison): string | null {
  if (interval === null || (interval.low <= 0 && interval.high >= 0)) return null;
  return p !== null && adjustedP !== null && adjustedP > p
    ? 'The interval of this comparison alone leaves out 0; corrected for the number of comparisons, the test does not.'
    : 'The interval leaves out 0, the exact test does not.';
}

function detectableNote({ detectable }: RunComparison): string | null {
  return detectable === null
    ? null
    : `This design finds a difference of ${points(detectable, false)} points or more four times out of five.`;
}

function effortNote({ effort }: RunComparison): string | null {
  if (effort === null) return null;
  const least = effort.repeatsAtLeast ? 'at least ' : '';
  return effort.repeats === null
    ? `To find one as large as this, repeats alone will not do: about ${effort.tasks} tasks are needed.`
    : `To find one as large as this takes ${least}${effort.repeats} repeats of every task, or about ${effort.tasks} tasks.`;
}

/** `= 0.041`, and `<0.001` as it is. */
function equals(text: string): string {
  return text.startsWith('<') ? text : `= ${text}`;
}
