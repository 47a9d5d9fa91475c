import { z } from 'zod';

const count = z.int().nonnegative();

/** What one evaluator counted of one episode. */
export const ForeignCountsSchema = z.object({
  /** Steps that count. */
  steps: count,
  /** Steps that are in none of the script's numbers. */
  leftOut: count,
  /** Steps at whose recording the script stops. */
  voided: count,
  /** Steps with the project's format. */
  formatHits: count,
  /** Steps of the recorded type. */
  type: count,
  /** Steps of which more than the type is asked, and those of them that are right. */
  asked: count,
  right: count,
  /** Right steps before the first wrong one. */
  prefix: count,
  /** The evaluator's own sums, by key. */
  cells: z.record(z.string(), z.array(count)),
  /** Of each step that has one, in order; absent where none has. */
  textRatios: z.array(z.number()).optional(),
  distances: z.array(z.number()).optional(),
});
export type ForeignCounts = z.infer<typeof ForeignCountsSchema>;

/** Counts of all episodes together. An episode without a counted step is none. */
export interface ForeignSums extends Omit<ForeignCounts, 'cells' | 'textRatios' | 'distances'> {
  readonly episodes: number;
  /** Episodes all of whose counted steps are right. */
  readonly succeeded: number;
  /** Sum over episodes of the share of steps before the first wrong one, added in their order. */
  readonly progress: number;
  /** In the order in which keys came first. */
  readonly cells: ReadonlyMap<string, readonly number[]>;
  readonly textRatios: readonly number[];
  readonly distances: readonly number[];
}

/** A share, and what it was made from; null where the script divides by zero. */
export interface ForeignShare {
  readonly value: number | null;
  readonly hits?: number;
  readonly of?: number;
}

/** A number as the script prints it: its name there, and null where it is not defined. */
export interface ForeignLine extends ForeignShare {
  readonly name: string;
}

/** What the script says of a set of steps. */
export interface ForeignFigures {
  /** The numbers that all three have in common; null where this one has no such number. */
  readonly type: ForeignShare;
  readonly grounding: ForeignShare | null;
  readonly step: ForeignShare;
  readonly success: ForeignShare | null;
  readonly progress: ForeignShare | null;
  /** Every number it prints, in its order, as computed there. */
  readonly lines: readonly ForeignLine[];
  /** Where the script stops before its end, and why. */
  readonly stops: string | null;
}

/** `hits / of`, not defined where there is nothing. */
export function foreignShare(hits: number, of: number): ForeignShare {
  return { value: of === 0 ? null : hits / of, hits, of };
}
