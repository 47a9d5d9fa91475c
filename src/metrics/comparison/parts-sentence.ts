import type { Verdict } from './compare.js';
import type { PartComparison } from './compare-parts.js';
import { formatP, points, pointsRange } from '../tables/points.js';

/** The conclusion of a comparison of two runs part by part. "Better" is said only of single parts. */
export function partsSentence(parts: readonly PartComparison[]): string {
  const [first] = parts;
  if (first === undefined) return 'There is no part to compare.';
  const { a, b } = first;
  const of = (wanted: Verdict): PartComparison[] => parts.filter(({ verdict }) => verdict === wanted);
  const better = (winner: string, loser: string, won: readonly PartComparison[]): string | null =>
    won.length === 0 ? null : `${winner} is better than ${loser} in ${won.map(numbersOf).join(', ')}`;
  const list = (words: string, some: readonly PartComparison[]): string | null =>
    some.length === 0 ? null : `${words} ${some.map(nameOf).join(', ')}`;
  const said = [
    better(a, b, of('a_better')),
    better(b, a, of('b_better')),
    list(`no difference between ${a} and ${b} shown in`, of('not_shown')),
    list('nothing judged under both in', of('not_comparable')),
  ].filter((part) => part !== null);
  const text = said.join('; ');
  // A sentence that begins with a run's name keeps it as it is.
  return `${of('a_better').length + of('b_better').length > 0 ? text : text.charAt(0).toUpperCase() + text.slice(1)}.`;
}

/** The conclusion of one part. */
export function partSentence(comparison: PartComparison): string {
  return partsSentence([comparison]);
}

function nameOf({ part, measure }: PartComparison): string {
  return measure === 'original' ? part : `${part} ${measure}`;
}

function numbersOf(comparison: PartComparison): string {
  const { difference, interval, adjustedP, clusters } = comparison;
  const by = points(difference === null ? null : Math.abs(difference), false);
  const p = formatP(adjustedP);
  return (
    `${nameOf(comparison)} by ${by} points (${comparison.b} less ${comparison.a}: 95 % ${pointsRange(interval)}, ` +
    `p ${p.startsWith('<') ? p : `= ${p}`}, ${clusters} units)`
  );
}
