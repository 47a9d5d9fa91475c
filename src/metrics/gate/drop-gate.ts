import { studentPValue, studentTwoSided } from '../distributions/student-t.js';
import {
  asPrinted,
  DECIDING_CONFIDENCE,
  TOLD_DISTANCE,
  TOLERATED_ERROR,
  type GateErrors,
  type GateRule,
} from './gate-rule.js';
import type { Interval } from '../intervals/interval.js';

/** Whether a difference (now less before) is no drop of more than `atMost`; `deciding` is its interval at that confidence. */
export function meetsDrop(
  difference: number,
  deciding: Interval | null,
  atMost: number,
  rule: GateRule,
): boolean {
  if (rule === 'seen') return asPrinted(-difference) <= asPrinted(atMost);
  if (deciding === null) return rule === 'missed';
  return rule === 'met' ? deciding.low >= -atMost : deciding.high >= -atMost;
}

/** What is known of the spread of a mean difference. */
export interface DifferenceSpread {
  readonly standardError: number;
  /** Independent units less one. */
  readonly degrees: number;
}

/**
 * How often the gate is wrong about agents whose true drop is 10 points less and more than allowed, by Student's
 * distribution. Null without a spread.
 */
export function dropGateErrors(
  { standardError, degrees }: DifferenceSpread,
  atMost: number,
  rule: GateRule,
): GateErrors | null {
  if (standardError <= 0 || degrees < 1) return null;
  const [good, bad] = [TOLD_DISTANCE - atMost, -TOLD_DISTANCE - atMost];
  const reach = studentTwoSided(DECIDING_CONFIDENCE, degrees) * standardError;
  const least = -atMost + (rule === 'met' ? reach : rule === 'missed' ? -reach : 0);
  const below = (truth: number): number => studentBelow((least - truth) / standardError, degrees);
  return { good, bad, falseMiss: below(good), falseMeet: 1 - below(bad) };
}

/** By how much the number of independent units has to grow for both errors to be at most 5 %. */
export function growthForReliableDrop({ standardError, degrees }: DifferenceSpread, rule: GateRule): number {
  const wanted = studentTwoSided(1 - 2 * TOLERATED_ERROR, degrees) * (rule === 'seen' ? 1 : 2);
  return ((wanted * standardError) / TOLD_DISTANCE) ** 2;
}

/** P(T < t) of Student's distribution. */
function studentBelow(t: number, degrees: number): number {
  const tail = studentPValue(t, degrees) / 2;
  return t < 0 ? tail : 1 - tail;
}
