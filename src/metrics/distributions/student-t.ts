import { betaQuantile, incompleteBeta } from './incomplete-beta.js';

/** The t within which `confidence` of Student's distribution lies on both sides together; `degrees` > 0. */
export function studentTwoSided(confidence: number, degrees: number): number {
  const tail = 1 - confidence;
  const x = betaQuantile(tail, degrees / 2, 0.5);
  // Near 1 the complement is asked for directly, since 1 - x would keep few digits.
  const [share, rest] = x <= 0.5 ? [x, 1 - x] : complement(betaQuantile(confidence, 0.5, degrees / 2));
  return Math.sqrt((degrees * rest) / share);
}

/** Two-sided p value of a t statistic. */
export function studentPValue(t: number, degrees: number): number {
  return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

function complement(rest: number): [number, number] {
  return [1 - rest, rest];
}
