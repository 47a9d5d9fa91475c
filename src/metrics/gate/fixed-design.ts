import { incompleteBeta } from '../distributions/incomplete-beta.js';
import { SEQUENTIAL } from './sequential-errors.js';

/** The fewest episodes with which an exact one-sided binomial test of a rate makes no more errors than the sequential gate. */
export function fixedDesign(limit: number): number {
  const worse = limit - SEQUENTIAL.margin;
  let least = 0;
  for (let tries = 1; ; tries += 1) {
    // The fewest successes that meet the gate: fewer come of an agent at the limit in at most 5 % of runs.
    while (fewerThan(least + 1, tries, limit) <= SEQUENTIAL.falseAlarms) least += 1;
    if (1 - fewerThan(least, tries, worse) <= SEQUENTIAL.letThrough) return tries;
  }
}

/** P(X < successes) of a binomial. */
function fewerThan(successes: number, tries: number, chance: number): number {
  if (successes <= 0) return 0;
  return successes > tries ? 1 : incompleteBeta(1 - chance, tries - successes + 1, successes);
}
