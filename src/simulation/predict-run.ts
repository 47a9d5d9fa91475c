import { studentTwoSided } from '../metrics/distributions/student-t.js';
import type { Interval } from '../metrics/intervals/interval.js';
import { exactSum } from '../metrics/exact-sum.js';
import { bottleneckOf, type Bottleneck } from './bottleneck.js';
import { simulateRun } from './simulate-run.js';
import type { SimulatedLoad } from './simulated-load.js';
import type { LaneTime, SimulatedOutcome } from './simulated-outcome.js';

/** A number over several seeds. */
export interface Predicted {
  readonly mean: number;
  /** Where 95 % of such runs are; null from one seed. */
  readonly interval: Interval | null;
}

/** What a run on so many workers comes to. */
export interface Prediction {
  readonly workers: number;
  readonly wallMs: Predicted;
  /** Null where it is not known. */
  readonly tokens: Predicted | null;
  /** US dollars, of the model. */
  readonly modelUsd: Predicted | null;
  /** US dollars, of the workers. */
  readonly workersUsd: Predicted | null;
  /** Shares of the lanes' time, 0-1; they add up to 1. */
  readonly shares: LaneTime;
  readonly bottleneck: Bottleneck;
  /** Share of the time after the last episode was begun, 0-1. */
  readonly endShare: number;
  readonly voided: number;
  readonly left: number;
  readonly stepsAgain: number;
  readonly deaths: number;
  readonly outages: number;
  readonly stops: number;
  /** As of {@link SimulatedOutcome}. */
  readonly stepsAHold: number | null;
}

const CONFIDENCE = 0.95;

/** Simulates a run once for each of `seeds` seeds, from `seed` on. Counts are means over them. */
export function predictRun(load: SimulatedLoad, seed: number, seeds: number): Prediction {
  const outcomes = Array.from({ length: seeds }, (_, number) => simulateRun(load, seed + number));
  return summarise(load.machines.workers, outcomes);
}

function summarise(workers: number, outcomes: readonly SimulatedOutcome[]): Prediction {
  const mean = (of: (outcome: SimulatedOutcome) => number): number =>
    exactSum(outcomes.map(of)) / outcomes.length;
  const known = (of: (outcome: SimulatedOutcome) => number | null): Predicted | null => {
    const values = outcomes.map(of).filter((value) => value !== null);
    return values.length < outcomes.length ? null : predictionOf(values);
  };
  const lanes: LaneTime = {
    working: mean((outcome) => outcome.lanes.working),
    endpoint: mean((outcome) => outcome.lanes.endpoint),
    devices: mean((outcome) => outcome.lanes.devices),
    queue: mean((outcome) => outcome.lanes.queue),
    outages: mean((outcome) => outcome.lanes.outages),
    away: mean((outcome) => outcome.lanes.away),
    idle: mean((outcome) => outcome.lanes.idle),
  };
  return {
    workers,
    wallMs: predictionOf(outcomes.map(({ wallMs }) => wallMs)),
    tokens: known(({ tokens }) => tokens),
    modelUsd: known(({ modelUsd }) => modelUsd),
    workersUsd: known(({ workersUsd }) => workersUsd),
    shares: sharesOf(lanes),
    bottleneck: bottleneckOf(lanes),
    endShare: mean(({ lastTakenMs, wallMs }) => (wallMs === 0 ? 0 : 1 - lastTakenMs / wallMs)),
    voided: mean(({ voided }) => voided),
    left: mean(({ left }) => left),
    stepsAgain: mean(({ stepsAgain }) => stepsAgain),
    deaths: mean(({ deaths }) => deaths),
    outages: mean(({ outages }) => outages),
    stops: mean(({ stops }) => stops),
    stepsAHold: outcomes[0]?.stepsAHold ?? null,
  };
}

function sharesOf(lanes: LaneTime): LaneTime {
  const all = exactSum(Object.values(lanes)) || 1;
  const { working, endpoint, devices, queue, outages, away, idle } = lanes;
  return {
    working: working / all,
    endpoint: endpoint / all,
    devices: devices / all,
    queue: queue / all,
    outages: outages / all,
    away: away / all,
    idle: idle / all,
  };
}

/** Student's interval for one more run, not for their mean. */
function predictionOf(values: readonly number[]): Predicted {
  const n = values.length;
  const mean = exactSum(values) / n;
  if (n < 2) return { mean, interval: null };
  const spread = Math.sqrt(exactSum(values.map((value) => (value - mean) ** 2)) / (n - 1));
  const half = spread === 0 ? 0 : studentTwoSided(CONFIDENCE, n - 1) * spread * Math.sqrt(1 + 1 / n);
  return { mean, interval: { low: Math.max(0, mean - half), high: mean + half } };
}
