import { comparisonSentence } from './comparison/comparison-sentence.js';
import { metricName } from './comparison/comparison-text.js';
import type { RunComparison } from './comparison/compare.js';
import { OUTCOME_WORDS } from './tables/measured-notes.js';
import { percent, percentInterval } from './tables/percent.js';
import { points, pointsSpread } from './tables/points.js';
import { METRIC_WORDS, spreadText } from './comparison/english-comparison.js';
import { comparisonInterval } from './comparison/paired-comparison.js';
import { normalTwoSided } from './distributions/normal-quantile.js';
import { dropGateErrors, growthForReliableDrop, meetsDrop, type DifferenceSpread } from './gate/drop-gate.js';
import {
  asPrinted,
  DECIDING_CONFIDENCE,
  isReliable,
  TOLD_DISTANCE,
  TOLERATED_ERROR,
  type GateErrors,
  type GateRule,
} from './gate/gate-rule.js';
import { meetsRate, rateGateErrors, triesForReliableRate } from './gate/rate-gate.js';
import { DEFAULT_CONFIDENCE } from './intervals/interval.js';
import { plural } from '../domain/text/plural.js';
import type { Rate } from './rate.js';
import type { Measured } from './tables/measured.js';

/** Of the planned episodes, the share that has to be judged before a gate says anything good. */
const LEAST_JUDGED = 0.5;

/** What a run was asked to reach, and whether it did. */
export interface GateCheck {
  readonly gate: 'min-success' | 'max-drop' | 'min-metric' | 'max-metric-drop';
  /** What a gate about another number than success is about: `AMS`, `completion`. */
  readonly metric?: string;
  readonly met: boolean;
  /** What was asked for: a rate or mean, or a difference of them; 0–1. */
  readonly limit: number;
  /** What was measured, alike; null where nothing could be. */
  readonly value: number | null;
  /** What decided. */
  readonly rule: GateRule;
  /** How often this rule is wrong at this size about agents 10 points off the limit; null where that is not known. */
  readonly errors: GateErrors | null;
  /** Why, in a sentence with n, interval and what was left out. */
  readonly sentence: string;
}

export interface GatedRun {
  readonly success: Rate;
  /** Episodes the run was to have, done or not. */
  readonly planned: number;
}

/** A run by another number than its success rate. */
export interface GatedMetric {
  /** `AMS`, `completion`. */
  readonly name: string;
  readonly measured: MeasuredTries;
  readonly planned: number;
}

/** A number over items, and how many independent tries they are worth. */
type MeasuredTries = Measured & { readonly worth: number };

/**
 * Whether a run reached a success rate: the rate over the judged episodes counts, as it is printed, never one over few. Voided episodes and
 * those not run do not lower it, but a run of which less than half was judged misses every gate.
 */
export function successCheck(
  { success, planned }: GatedRun,
  atLeast: number,
  rule: GateRule = 'seen',
): GateCheck {
  return {
    gate: 'min-success',
    ...levelCheck({ name: 'success', measured: success, planned }, atLeast, rule),
  };
}

/** The same of the benchmark's main metric, or of completion. */
export function metricCheck(run: GatedMetric, atLeast: number, rule: GateRule = 'seen'): GateCheck {
  return { gate: 'min-metric', metric: run.name, ...levelCheck(run, atLeast, rule) };
}

function levelCheck(run: GatedMetric, atLeast: number, rule: GateRule): Omit<GateCheck, 'gate'> {
  const { name, measured, planned } = run;
  const { value, worth, n } = measured;
  const tries = Math.round(worth);
  const asked = `${percent(atLeast)} % asked for`;
  const errors = n === 0 ? null : rateGateErrors(tries, atLeast, rule);
  const check = { limit: atLeast, value, rule, errors } as const;
  const problem = coverageProblem(run);
  if (problem !== null || value === null) {
    return { ...check, met: false, sentence: `Gate missed: ${problem ?? NOTHING_JUDGED}; ${asked}.` };
  }
  const met = meetsRate(value * worth, worth, atLeast, rule);
  const unknown = met && asPrinted((value * n) / planned) < asPrinted(atLeast);
  return {
    ...check,
    met,
    sentence:
      `Gate ${met ? 'met' : 'missed'}: ${name} ${describeRate(measured)}, ${asked}${decidedBy(rule)}${leftOut(run)}.` +
      (unknown ? ' Had all that is unknown failed, it would be missed.' : '') +
      errorsSentence(errors, effortOfRate(measured, triesForReliableRate(atLeast, rule)), {
        good: `at ${percent(errors?.good ?? null)} %`,
        bad: `at ${percent(errors?.bad ?? null)} %`,
      }),
  };
}

/**
 * Whether success fell by no more than so much below a baseline (`a` of the comparison), on the tasks judged under both.
 * Under the rule `seen` the difference counts whether or not the data show that it is real; the sentence says which.
 */
export function dropCheck(
  { success, planned }: GatedRun,
  comparison: RunComparison,
  atMost: number,
  rule: GateRule = 'seen',
): GateCheck {
  return {
    gate: 'max-drop',
    ...changeCheck({ name: 'success', measured: success, planned }, comparison, atMost, rule),
  };
}

/** The same of the benchmark's main metric, or of completion. */
export function metricDropCheck(
  run: GatedMetric,
  comparison: RunComparison,
  atMost: number,
  rule: GateRule = 'seen',
): GateCheck {
  return { gate: 'max-metric-drop', metric: run.name, ...changeCheck(run, comparison, atMost, rule) };
}

function changeCheck(
  run: GatedMetric,
  comparison: RunComparison,
  atMost: number,
  rule: GateRule,
): Omit<GateCheck, 'gate'> {
  const { a, difference, interval, meanA, meanB, pairs, verdict } = comparison;
  const allowed = `${points(atMost, false)} points allowed`;
  const spread = spreadOf(comparison);
  const errors = spread === null ? null : dropGateErrors(spread, atMost, rule);
  const check = { limit: atMost, value: difference, rule, errors } as const;
  const problem = coverageProblem(run) ?? pairingProblem(run, comparison);
  if (problem !== null || difference === null) {
    return {
      ...check,
      met: false,
      sentence: `Gate missed: ${problem ?? NOTHING_JUDGED}; a drop of ${allowed}.`,
    };
  }
  const met = meetsDrop(difference, comparisonInterval(comparison, DECIDING_CONFIDENCE), atMost, rule);
  const plausible = pointsSpread(difference, interval);
  const range = plausible === null ? '' : `, 95 % ${spreadText(plausible)}`;
  return {
    ...check,
    met,
    sentence:
      `Gate ${met ? 'met' : 'missed'}: ${metricName(comparison, METRIC_WORDS)} ${change(difference)} from the baseline ${a} ` +
      `(${percent(meanA)} to ${percent(meanB)} %, n ${pairs.length} tasks${range}), ` +
      `a drop of ${allowed}${decidedBy(rule)}${leftOut(run)}.` +
      (met || verdict !== 'not_shown' ? '' : ` ${comparisonSentence(comparison)}`) +
      errorsSentence(
        errors,
        spread === null
          ? null
          : effortOfDrop(run.measured, pairs.length, growthForReliableDrop(spread, rule)),
        {
          good: `${points(TOLD_DISTANCE, false)} points better than the limit`,
          bad: `${points(TOLD_DISTANCE, false)} points worse`,
        },
      ),
  };
}

/** What a difference varies by: half its 95 % interval, as standard errors. Null without an interval. */
function spreadOf({ interval, clusters }: RunComparison): DifferenceSpread | null {
  if (interval === null || clusters < 2) return null;
  const standardError = (interval.high - interval.low) / 2 / normalTwoSided(DEFAULT_CONFIDENCE);
  return { standardError, degrees: clusters - 1 };
}

function decidedBy(rule: GateRule): string {
  if (rule === 'seen') return '';
  return rule === 'met' ? ' (met only where the data show it)' : ' (missed only where the data show it)';
}

/** What would make both errors small enough. */
interface GateEffort {
  /** Repeats of every task; null where repeats alone do not do. */
  readonly repeats: number | null;
  readonly repeatsAtLeast: boolean;
  readonly tasks: number;
}

/** How often the gate is wrong, and what to do where that is often. */
function errorsSentence(
  errors: GateErrors | null,
  effort: GateEffort | null,
  { good, bad }: { readonly good: string; readonly bad: string },
): string {
  if (errors === null) return '';
  const { falseMiss, falseMeet } = errors;
  const told =
    ` At this size, an agent ${good} misses it in ${percent(falseMiss)} % of runs, ` +
    `one ${bad} meets it in ${percent(falseMeet)} %.`;
  if (isReliable(errors) || effort === null) return told;
  const { repeats, repeatsAtLeast, tasks } = effort;
  const most = `For at most ${percent(TOLERATED_ERROR, 0)} % of either`;
  return repeats === null
    ? `${told} ${most}, repeats alone will not do: about ${plural(tasks, 'task')}.`
    : `${told} ${most}: ${repeatsAtLeast ? 'at least ' : ''}${plural(repeats, 'repeat')} of every task, or about ${plural(tasks, 'task')}.`;
}

/** Repeats or tasks that are worth so many independent tries. */
function effortOfRate({ n, tasks, worth }: MeasuredTries, tries: number | null): GateEffort | null {
  if (tries === null || tasks === 0) return null;
  const repeats = n / tasks;
  const spread = tasks / worth;
  const wanted = Math.ceil(tries * spread);
  if (repeats <= 1)
    return { repeats: Math.ceil(tries / Math.max(tasks, worth)), repeatsAtLeast: true, tasks: wanted };
  // What tasks differ by stays with any number of repeats; the rest shrinks with it.
  const lasting = Math.max(0, (spread - 1 / repeats) / (1 - 1 / repeats));
  const left = tasks / tries - lasting;
  const enough = left <= 0 ? null : Math.ceil((1 - lasting) / left);
  return { repeats: enough, repeatsAtLeast: false, tasks: wanted };
}

function effortOfDrop({ n, tasks }: MeasuredTries, pairs: number, growth: number): GateEffort {
  const repeats = tasks === 0 ? 1 : n / tasks;
  return { repeats: Math.ceil(repeats * growth), repeatsAtLeast: true, tasks: Math.ceil(pairs * growth) };
}

function change(difference: number): string {
  if (difference === 0) return 'did not change';
  return `${difference < 0 ? 'fell' : 'rose'} by ${points(Math.abs(difference), false)} points`;
}

const NOTHING_JUDGED = 'no episode was judged';

/** Why a run cannot pass, at any rate. */
function coverageProblem(run: GatedMetric): string | null {
  const { name, measured, planned } = run;
  if (measured.n === 0) return `${NOTHING_JUDGED}${leftOut(run)}`;
  if (measured.n >= planned * LEAST_JUDGED) return null;
  return (
    `only ${measured.n} of ${planned} episodes were judged, too few for a verdict ` +
    `(${name} ${describeRate(measured)})${leftOut(run)}`
  );
}

/** Why the baseline cannot be a measure: too few of the tasks judged here were judged there. */
function pairingProblem({ measured }: GatedMetric, { a, pairs }: RunComparison): string | null {
  if (pairs.length === 0) return `no task was judged both here and in the baseline ${a}`;
  if (pairs.length >= measured.tasks * LEAST_JUDGED) return null;
  return `only ${pairs.length} of the ${measured.tasks} tasks judged here were judged in the baseline ${a}`;
}

function describeRate({ value, n, interval }: Measured): string {
  const range = interval === null ? '' : `, 95 % ${percentInterval(interval)}`;
  return `${percent(value)} % (n ${n}${range})`;
}

/** `; voided: 2 × model outage; not run: 3`, or nothing. */
function leftOut({ measured, planned }: GatedMetric): string {
  const voided = measured.voided.map(({ outcome, items }) => `${items.length} × ${OUTCOME_WORDS[outcome]}`);
  const voidedCount = measured.voided.reduce((sum, { items }) => sum + items.length, 0);
  const notRun = Math.max(0, planned - measured.n - voidedCount);
  return (
    (voided.length === 0 ? '' : `; voided: ${voided.join(', ')}`) +
    (notRun === 0 ? '' : `; not run: ${notRun}`)
  );
}
