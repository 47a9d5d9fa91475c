import type { Quantiles } from './quantiles.js';

/** What is done: so many episodes, and what each takes. All times in milliseconds. */
export interface SimulatedWork {
  readonly episodes: number;
  /** Steps of an episode, from 1; rounded. */
  readonly steps: Quantiles;
  /** What the calls of a step take at the endpoint, together, without waits. */
  readonly modelMs: Quantiles;
  /** What a step takes elsewhere: phone, agent, journal. */
  readonly localMs: Quantiles;
  /** What an episode takes in addition to its steps: phone made ready, results written. */
  readonly itemMs: Quantiles;
  readonly perStep: {
    readonly calls: number;
    /** Null where it is not known. */
    readonly inputTokens: number | null;
    readonly outputTokens: number | null;
    /** US dollars. */
    readonly costUsd: number | null;
  };
}

/** What does it. */
export interface SimulatedMachines {
  readonly workers: number;
  /** Items at a time of each. */
  readonly concurrency: number;
  /** From the beginning until a worker takes its first item. */
  readonly startMs: number;
  /** Phones, each lent to one episode at a time; null where episodes need none. */
  readonly devices: number | null;
  readonly endpoint: {
    /** Calls at a time; null: as many as come. */
    readonly atOnce: number | null;
    readonly callsPerMinute: number | null;
    readonly tokensPerMinute: number | null;
  };
  readonly queue: {
    /** What lending and settling an item takes of a worker's time. */
    readonly msPerItem: number;
    /** What the queue manages for all workers together. */
    readonly itemsPerSecond: number | null;
  };
  /** US dollars. */
  readonly workerUsdPerHour: number | null;
}

/** What goes wrong. All rates are of events that come independently of each other. */
export interface SimulatedFailures {
  /** Of each worker. */
  readonly deathsPerHour: number;
  /** Until another worker is lent the items of a dead one. */
  readonly leaseMs: number;
  /** Until a dead worker is back. */
  readonly backMs: number;
  readonly outagesPerHour: number;
  /** Mean of exponentially distributed lengths. */
  readonly outageMs: number;
  /** An outage that lasts longer stops the run; somebody is taken to resume it once the endpoint is back. */
  readonly outageLimitMs: number;
  /** Share of calls that fail, each try for itself. */
  readonly callFailures: number;
}

/** Null: none. */
export interface SimulatedBudgets {
  readonly seconds: number | null;
  readonly tokens: number | null;
  /** US dollars, of the model alone. */
  readonly money: number | null;
}

export interface SimulatedLoad {
  readonly work: SimulatedWork;
  readonly machines: SimulatedMachines;
  readonly failures: SimulatedFailures;
  readonly budgets: SimulatedBudgets;
}

export const NO_FAILURES: SimulatedFailures = {
  deathsPerHour: 0,
  leaseMs: 30_000,
  backMs: 60_000,
  outagesPerHour: 0,
  outageMs: 0,
  outageLimitMs: 600_000,
  callFailures: 0,
};

export const NO_BUDGETS: SimulatedBudgets = { seconds: null, tokens: null, money: null };
