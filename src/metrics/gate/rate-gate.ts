import { incompleteBeta } from '../distributions/incomplete-beta.js';
import { clopperPearsonInterval } from '../intervals/clopper-pearson.js';
import {
  asPrinted,
  DECIDING_CONFIDENCE,
  isReliable,
  TOLD_DISTANCE,
  type GateErrors,
  type GateRule,
} from './gate-rule.js';

/** More independent tries than this are not recommended to anybody. */
const MOST_TRIES = 100_000;

/** Whether a rate of `successes` in `tries` independent tries (fractions are allowed) meets a limit. */
export function meetsRate(successes: number, tries: number, limit: number, rule: GateRule): boolean {
  if (rule === 'seen') return asPrinted(successes / tries) >= asPrinted(limit);
  const interval = clopperPearsonInterval(successes, tries, DECIDING_CONFIDENCE);
  if (interval === null) return false;
  return rule === 'met' ? interval.low >= limit : interval.high >= limit;
}

/** How often the gate is wrong about agents 10 points above and below its limit, with so many independent tries. */
export function rateGateErrors(tries: number, limit: number, rule: GateRule): GateErrors {
  const [good, bad] = [Math.min(1, limit + TOLD_DISTANCE), Math.max(0, limit - TOLD_DISTANCE)];
  const least = leastSuccesses(tries, limit, rule);
  return { good, bad, falseMiss: fewerThan(least, tries, good), falseMeet: 1 - fewerThan(least, tries, bad) };
}

/** The fewest independent tries with which both errors are at most 5 %; null where no number would do. */
export function triesForReliableRate(limit: number, rule: GateRule): number | null {
  let [unreliable, reliable] = [0, 16];
  while (!isReliable(rateGateErrors(reliable, limit, rule))) {
    if (reliable > MOST_TRIES) return null;
    unreliable = reliable;
    reliable *= 2;
  }
  while (reliable - unreliable > 1) {
    const middle = Math.floor((reliable + unreliable) / 2);
    if (isReliable(rateGateErrors(middle, limit, rule))) reliable = middle;
    else unreliable = middle;
  }
  return reliable;
}

/** The fewest successes that meet the gate; one more than `tries` where not even all would. */
function leastSuccesses(tries: number, limit: number, rule: GateRule): number {
  let [missed, met] = [-1, tries + 1];
  while (met - missed > 1) {
    const middle = Math.floor((missed + met) / 2);
    if (meetsRate(middle, tries, limit, rule)) met = middle;
    else missed = middle;
  }
  return met;
}

/** P(X < successes) of a binomial. */
function fewerThan(successes: number, tries: number, chance: number): number {
  if (successes <= 0) return 0;
  return successes > tries ? 1 : incompleteBeta(1 - chance, tries - successes + 1, successes);
}
