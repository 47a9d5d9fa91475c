import { SEQUENTIAL, VILLE } from './sequential-errors.js';

/** Episodes that the first guesses of spread and slope count as. */
const PRIOR_EPISODES = 10;
/** Slope that is guessed before there are episodes: half of what a task is harder in the baseline is so here. */
const PRIOR_SLOPE = 0.5;
/** Where nothing may fail, one failure is proof: the stake against it is high, not boundless. */
const LEAST = 1e-3;
/** Share of the capital that one episode may cost. */
const MOST_STAKE = 0.9;
/**
 * Each bettor's capital in two parts: most with the stake that is best against an agent at the other's claim, some with half
 * of it, which is best against one in between.
 */
const PARTS = [
  { share: 0.9, stake: 1 },
  { share: 0.1, stake: 0.5 },
] as const;

/**
 * Watches a drop below fixed values of a baseline, task by task: two bettors, one against a drop within the limit, one
 * against a drop of 10 points more. Where a bettor's claim is false of the agent, their capital grows; where it is true, it
 * reaches 20 (or 10) at most once in 20 (or 10) times, however long it is watched.
 *
 * What a task is expected to give is its value in the baseline, drawn towards their mean by a slope that is learnt from the
 * episodes before, and less what the drop takes. The stake is learnt as well; both never look at the episode they are for.
 *
 * Source: Waudby-Smith and Ramdas 2024, Estimating means of bounded random variables by betting.
 * Deviation: the mean that is bet on differs from task to task, and averages to the limit over all tasks.
 */
export class SequentialDrop {
  readonly #mean: number;
  readonly #atMost: number;
  readonly #lowest: number;
  readonly #highest: number;
  readonly #spread: number;
  #episodes = 0;
  #passed = 0;
  #products = 0;
  #squares = 0;
  /** Squares of what the mean leaves open, and of what the baseline leaves open besides. */
  #varied = 0;
  #unexplained = 0;
  /** Logarithms of what each part was multiplied by. */
  readonly #againstLimit = PARTS.map(() => 0);
  readonly #againstWorse = PARTS.map(() => 0);

  /** @param baseline value of each task, 0–1; `atMost` is the drop that is allowed, 0–1 */
  constructor(baseline: readonly number[], atMost: number) {
    const { length } = baseline;
    this.#atMost = atMost;
    this.#mean = baseline.reduce((sum, value) => sum + value, 0) / Math.max(1, length);
    this.#lowest = Math.min(this.#mean, ...baseline);
    this.#highest = Math.max(this.#mean, ...baseline);
    this.#spread = baseline.reduce((sum, value) => sum + (value - this.#mean) ** 2, 0) / Math.max(1, length);
  }

  /** The rate at which the drop is the one allowed. */
  get limit(): number {
    return this.#mean - this.#atMost;
  }

  /** Adds an episode of a task with this value in the baseline. */
  add(passed: boolean, before: number): void {
    const { margin } = SEQUENTIAL;
    const slope = this.#slope();
    const value = passed ? 1 : 0;
    const tilt = slope * (before - this.#mean);
    const worse = this.limit - margin;
    const unexplained = this.#unexplainedShare();
    const stakeLimit = Math.min(
      margin / Math.max(unexplained * this.limit * (1 - this.limit), LEAST),
      MOST_STAKE / Math.max(1 - this.limit - slope * (this.#lowest - this.#mean), LEAST),
    );
    const stakeWorse = Math.min(
      margin / (unexplained * worse * (1 - worse)),
      MOST_STAKE / (worse + slope * (this.#highest - this.#mean)),
    );
    for (const [part, { stake }] of PARTS.entries()) {
      this.#againstLimit[part] =
        (this.#againstLimit[part] ?? 0) + Math.log(1 + stake * stakeLimit * (this.limit + tilt - value));
      this.#againstWorse[part] =
        (this.#againstWorse[part] ?? 0) + Math.log(1 + stake * stakeWorse * (value - worse - tilt));
    }
    const surprise = value - this.#rate();
    this.#varied += surprise ** 2;
    this.#unexplained += (surprise - tilt) ** 2;
    this.#products += surprise * (before - this.#mean);
    this.#squares += (before - this.#mean) ** 2;
    this.#passed += value;
    this.#episodes += 1;
  }

  /** What the bettors have, who began with 1. */
  get capital(): { readonly againstLimit: number; readonly againstWorse: number } {
    return { againstLimit: capitalOf(this.#againstLimit), againstWorse: capitalOf(this.#againstWorse) };
  }

  /** What the episodes so far decide; null where they leave it open. */
  get decision(): 'met' | 'missed' | null {
    const { againstLimit, againstWorse } = this.capital;
    if (againstLimit >= VILLE.missed) return 'missed';
    return againstWorse >= VILLE.met ? 'met' : null;
  }

  #slope(): number {
    const prior = PRIOR_EPISODES * this.#spread;
    if (prior === 0) return 0;
    return Math.min(1, Math.max(0, (this.#products + PRIOR_SLOPE * prior) / (this.#squares + prior)));
  }

  #rate(): number {
    const guess = this.limit - SEQUENTIAL.margin / 2;
    return (PRIOR_EPISODES * guess + this.#passed) / (PRIOR_EPISODES + this.#episodes);
  }

  /** Of the spread of outcomes, the share that the baseline does not explain. */
  #unexplainedShare(): number {
    const prior = PRIOR_EPISODES * 0.2;
    return Math.min(1, (prior + this.#unexplained) / (prior + this.#varied));
  }
}

function capitalOf(parts: readonly number[]): number {
  return PARTS.reduce((sum, { share }, part) => sum + share * Math.exp(parts[part] ?? 0), 0);
}
