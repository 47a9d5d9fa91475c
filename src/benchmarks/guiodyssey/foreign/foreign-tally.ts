import { z } from 'zod';
import type { ForeignVerdict } from './foreign-evaluator.js';

/** What one evaluator counted of one episode. */
export const ForeignCountsSchema = z.object({
  steps: z.int().nonnegative(),
  type: z.int().nonnegative(),
  exact: z.int().nonnegative(),
  /** Steps that ask for a click, and those that hit. */
  clicks: z.int().nonnegative(),
  grounded: z.int().nonnegative(),
  /** Right steps before the first wrong one. */
  prefix: z.int().nonnegative(),
});
export type ForeignCounts = z.infer<typeof ForeignCountsSchema>;

/** Verdicts on the steps of an episode, in order, as counts. */
export function foreignCounts(verdicts: readonly ForeignVerdict[]): ForeignCounts {
  const firstWrong = verdicts.findIndex(({ isExact }) => !isExact);
  return {
    steps: verdicts.length,
    type: verdicts.filter(({ isType }) => isType).length,
    exact: verdicts.filter(({ isExact }) => isExact).length,
    clicks: verdicts.filter(({ isGrounded }) => isGrounded !== null).length,
    grounded: verdicts.filter(({ isGrounded }) => isGrounded === true).length,
    prefix: firstWrong < 0 ? verdicts.length : firstWrong,
  };
}

/** Sums over episodes; rates are 0–1, null where there is nothing to share. */
export interface ForeignScores extends ForeignCounts {
  readonly episodes: number;
  /** Episodes all of whose judged steps are right. */
  readonly succeeded: number;
  readonly typeRate: number | null;
  readonly exactRate: number | null;
  readonly groundingRate: number | null;
  readonly successRate: number | null;
  /** Mean over episodes of the share of steps before the first wrong one. */
  readonly goalProgress: number | null;
}

/** Sums what one evaluator counted. */
export class ForeignTally {
  readonly #sums = { steps: 0, type: 0, exact: 0, clicks: 0, grounded: 0, prefix: 0 };
  #episodes = 0;
  #succeeded = 0;
  #progress = 0;

  /** An episode without a judged step counts for nothing. */
  add(counts: ForeignCounts): void {
    if (counts.steps === 0) return;
    for (const key of ['steps', 'type', 'exact', 'clicks', 'grounded', 'prefix'] as const) {
      this.#sums[key] += counts[key];
    }
    this.#episodes += 1;
    this.#progress += counts.prefix / counts.steps;
    if (counts.prefix === counts.steps) this.#succeeded += 1;
  }

  result(): ForeignScores {
    const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
    const { steps, type, exact, clicks, grounded } = this.#sums;
    return {
      ...this.#sums,
      episodes: this.#episodes,
      succeeded: this.#succeeded,
      typeRate: share(type, steps),
      exactRate: share(exact, steps),
      groundingRate: share(grounded, clicks),
      successRate: share(this.#succeeded, this.#episodes),
      goalProgress: share(this.#progress, this.#episodes),
    };
  }
}
