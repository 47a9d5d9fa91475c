import { DEFAULT_CONFIDENCE, type Interval } from '../intervals/interval.js';

/**
 * An interval for a rate that holds at every moment at once, so that one may look after each try and stop when one likes: it
 * is wider than one for a number of tries fixed before. Null without tries.
 *
 * Source: Robbins 1970, Statistical methods related to the law of the iterated logarithm: the rates that a mixture of all
 * rates (Jeffreys' prior) has not beaten by 1 / (1 - confidence).
 */
export function anytimeInterval(
  passed: number,
  tries: number,
  confidence: number = DEFAULT_CONFIDENCE,
): Interval | null {
  if (tries === 0) return null;
  const failed = tries - passed;
  const mixture = logBeta(passed + 0.5, failed + 0.5) - logBeta(0.5, 0.5);
  const most = -Math.log(1 - confidence);
  const isKept = (rate: number): boolean =>
    mixture - (times(passed, Math.log(rate)) + times(failed, Math.log(1 - rate))) < most;
  const seen = passed / tries;
  return { low: edge(seen, 0, isKept), high: edge(seen, 1, isKept) };
}

/** Where what is kept ends, between a rate that is kept and one that may not be. */
function edge(kept: number, end: number, isKept: (rate: number) => boolean): number {
  if (kept === end || isKept(end)) return end;
  let [inside, outside] = [kept, end];
  for (let round = 0; round < 60; round += 1) {
    const middle = (inside + outside) / 2;
    if (isKept(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

function times(count: number, weight: number): number {
  return count === 0 ? 0 : count * weight;
}

/** log B(a + ½, b + ½) for whole a and b, by its recursion from B(½, ½) = π. */
function logBeta(a: number, b: number): number {
  let sum = Math.log(Math.PI);
  for (let count = 0.5; count < a; count += 1) sum += Math.log(count);
  for (let count = 0.5; count < b; count += 1) sum += Math.log(count);
  for (let count = 1; count < a + b; count += 1) sum -= Math.log(count);
  return sum;
}
