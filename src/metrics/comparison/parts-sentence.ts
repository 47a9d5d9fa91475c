import type { Verdict } from './compare.js';
import type { PartComparison } from './compare-parts.js';
import { statedDifference } from './comparison-text.js';
import { certainty, placed } from './english-comparison.js';

/** The conclusion of a comparison of two runs part by part. A difference is said to be shown only of single parts. */
export function partsSentence(parts: readonly PartComparison[]): string {
  const [first] = parts;
  if (first === undefined) return 'There is no part to compare.';
  const { a, b } = first;
  const of = (wanted: Verdict): PartComparison[] => parts.filter(({ verdict }) => verdict === wanted);
  const list = (words: string, some: readonly PartComparison[]): string | null =>
    some.length === 0 ? null : `${words} ${some.map(nameOf).join(', ')}`;
  const said = [
    ...[...of('a_better'), ...of('b_better')].map(differenceIn),
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

function differenceIn(comparison: PartComparison): string {
  const stated = statedDifference(comparison, comparison.difference ?? 0);
  return `${placed(stated, ` in ${nameOf(comparison)}`)}${certainty(stated)} (${comparison.clusters} units)`;
}
