import { percent } from '../tables/percent.js';

/**
 * What decides a gate. `seen` the number as measured · `met` met only where the data show it, by the end of an interval that
 * is on the wrong side in at most 5 % of runs · `missed` missed only where the data show it, alike.
 */
export type GateRule = 'seen' | 'met' | 'missed';

/** Confidence of the two-sided interval whose one end decides: 5 % lie beyond each. */
export const DECIDING_CONFIDENCE = 0.9;

/** How far from the limit the agents are for which a gate's errors are told, and how often it may be wrong about them. */
export const TOLD_DISTANCE = 0.1;
export const TOLERATED_ERROR = 0.05;

/** How often a gate is wrong about agents whose true value is known. */
export interface GateErrors {
  /** True value of the good agent and of the bad one: the limit plus and minus what is told. */
  readonly good: number;
  readonly bad: number;
  /** Share of runs of the good agent that miss, and of the bad one that meet. */
  readonly falseMiss: number;
  readonly falseMeet: number;
}

/** Both are wrong seldom enough. */
export function isReliable({ falseMiss, falseMeet }: GateErrors): boolean {
  return falseMiss <= TOLERATED_ERROR && falseMeet <= TOLERATED_ERROR;
}

/** A ratio or a difference in percent, rounded as it is printed: what decides must be what is read. */
export function asPrinted(value: number): number {
  return Number(percent(value));
}
