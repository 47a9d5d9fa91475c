import type { RunComparison } from './compare.js';
import type { ComparisonFacts } from './comparison-facts.js';
import { comparisonText } from './comparison-text.js';
import { ENGLISH_COMPARISON } from './english-comparison.js';

/** The conclusion of a comparison, in a few sentences; the first has direction, size, interval and p. */
export function comparisonSentence(comparison: RunComparison, family = 1): string {
  const { finding, meaning, caveats } = comparisonText(
    comparisonFacts(comparison, family),
    ENGLISH_COMPARISON,
  );
  return [finding, ...(meaning === null ? [] : [meaning]), ...caveats].join(' ');
}

/** What there is to say of a comparison, one of `family` that were made together. */
export function comparisonFacts(comparison: RunComparison, family: number): ComparisonFacts {
  const { pairs, onlyInA, onlyInB, ...numbers } = comparison;
  return { ...numbers, tasks: pairs.length, onlyInA: onlyInA.length, onlyInB: onlyInB.length, family };
}
