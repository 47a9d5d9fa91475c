import { comparisonSentence } from './comparison/comparison-sentence.js';
import type { RunComparison } from './comparison/compare.js';
import { OUTCOME_WORDS } from './tables/measured-notes.js';
import { percent, percentInterval } from './tables/percent.js';
import { points, pointsSpread } from './tables/points.js';
import { spreadText } from './comparison/english-comparison.js';
import type { Rate } from './rate.js';

/** Of the planned episodes, the share that has to be judged before a gate says anything good. */
const LEAST_JUDGED = 0.5;

/** Absorbs the rounding of a ratio, so that 83.3 % of 12 tasks asked for is met by what prints as 83.3 %. */
const ROUNDING = 1e-9;

/** What a run was asked to reach, and whether it did. */
export interface GateCheck {
  readonly gate: 'min-success' | 'max-drop';
  readonly met: boolean;
  /** What was asked for: a rate, or a difference of rates; 0–1. */
  readonly limit: number;
  /** What was measured, alike; null where nothing could be. */
  readonly value: number | null;
  /** Why, in a sentence with n, interval and what was left out. */
  readonly sentence: string;
}

export interface GatedRun {
  readonly success: Rate;
  /** Episodes the run was to have, done or not. */
  readonly planned: number;
}

/**
 * Whether a run reached a success rate: the rate over the judged episodes counts, never one over few. Voided episodes and
 * those not run do not lower it, but a run of which less than half was judged misses every gate.
 */
export function successCheck(run: GatedRun, atLeast: number): GateCheck {
  const { success } = run;
  const asked = `${percent(atLeast)} % asked for`;
  const check = { gate: 'min-success', limit: atLeast, value: success.value } as const;
  const problem = coverageProblem(run);
  if (problem !== null || success.value === null) {
    return { ...check, met: false, sentence: `Gate missed: ${problem ?? NOTHING_JUDGED}; ${asked}.` };
  }
  const met = success.value >= atLeast - ROUNDING;
  const unknown = met && success.successes / run.planned < atLeast - ROUNDING;
  return {
    ...check,
    met,
    sentence:
      `Gate ${met ? 'met' : 'missed'}: success ${describeRate(success)}, ${asked}${leftOut(run)}.` +
      (unknown ? ' Had all that is unknown failed, it would be missed.' : ''),
  };
}

/**
 * Whether success fell by no more than so much below a baseline (`a` of the comparison), on the tasks judged under both.
 * The difference seen counts, whether or not the data show that it is real; the sentence says which.
 */
export function dropCheck(run: GatedRun, comparison: RunComparison, atMost: number): GateCheck {
  const { a, difference, interval, meanA, meanB, pairs, verdict } = comparison;
  const allowed = `${points(atMost, false)} points allowed`;
  const check = { gate: 'max-drop', limit: atMost, value: difference } as const;
  const problem = coverageProblem(run) ?? pairingProblem(run, comparison);
  if (problem !== null || difference === null) {
    return {
      ...check,
      met: false,
      sentence: `Gate missed: ${problem ?? NOTHING_JUDGED}; a drop of ${allowed}.`,
    };
  }
  const met = -difference <= atMost + ROUNDING;
  const spread = pointsSpread(difference, interval);
  const range = spread === null ? '' : `, 95 % ${spreadText(spread)}`;
  return {
    ...check,
    met,
    sentence:
      `Gate ${met ? 'met' : 'missed'}: success ${change(difference)} from the baseline ${a} ` +
      `(${percent(meanA)} to ${percent(meanB)} %, n ${pairs.length} tasks${range}), ` +
      `a drop of ${allowed}${leftOut(run)}.` +
      (met || verdict !== 'not_shown' ? '' : ` ${comparisonSentence(comparison)}`),
  };
}

function change(difference: number): string {
  if (difference === 0) return 'did not change';
  return `${difference < 0 ? 'fell' : 'rose'} by ${points(Math.abs(difference), false)} points`;
}

const NOTHING_JUDGED = 'no episode was judged';

/** Why a run cannot pass, at any rate. */
function coverageProblem({ success, planned }: GatedRun): string | null {
  if (success.n === 0) return `${NOTHING_JUDGED}${leftOut({ success, planned })}`;
  if (success.n >= planned * LEAST_JUDGED) return null;
  return (
    `only ${success.n} of ${planned} episodes were judged, too few for a verdict ` +
    `(success ${describeRate(success)})${leftOut({ success, planned })}`
  );
}

/** Why the baseline cannot be a measure: too few of the tasks judged here were judged there. */
function pairingProblem({ success }: GatedRun, { a, pairs }: RunComparison): string | null {
  if (pairs.length === 0) return `no task was judged both here and in the baseline ${a}`;
  if (pairs.length >= success.tasks * LEAST_JUDGED) return null;
  return `only ${pairs.length} of the ${success.tasks} tasks judged here were judged in the baseline ${a}`;
}

function describeRate({ value, n, interval }: Rate): string {
  const range = interval === null ? '' : `, 95 % ${percentInterval(interval)}`;
  return `${percent(value)} % (n ${n}${range})`;
}

/** `; voided: 2 × model outage; not run: 3`, or nothing. */
function leftOut({ success, planned }: GatedRun): string {
  const voided = success.voided.map(({ outcome, items }) => `${items.length} × ${OUTCOME_WORDS[outcome]}`);
  const voidedCount = success.voided.reduce((sum, { items }) => sum + items.length, 0);
  const notRun = Math.max(0, planned - success.n - voidedCount);
  return (
    (voided.length === 0 ? '' : `; voided: ${voided.join(', ')}`) +
    (notRun === 0 ? '' : `; not run: ${notRun}`)
  );
}
