import type { Interval } from './interval.js';
import { ratioMean } from './ratio-interval.js';
import type { TriedValue } from './effective-items.js';

/** Units of one cluster that were right: 12 of 15 steps of an episode. */
export interface ClusterShare {
  readonly cluster: string;
  readonly sum: number;
  /** More than 0. */
  readonly of: number;
}

/** Shares of units by group, kept for the 95 % intervals of their ratios; clusters are the independent units. */
export class GroupShares {
  readonly #groups = new Map<string, ClusterShare[]>();

  add(group: string, share: ClusterShare): void {
    const shares = this.#groups.get(group);
    if (shares === undefined) this.#groups.set(group, [share]);
    else shares.push(share);
  }

  /** Of a group's units together; null where there is none. */
  of(group: string): Interval | null {
    return intervalOf((this.#groups.get(group) ?? []).map((share) => tried(share, share.of)));
  }

  /** Of all units together. */
  pooled(): Interval | null {
    return intervalOf([...this.#groups.values()].flat().map((share) => tried(share, share.of)));
  }

  /** Of the mean of the groups' ratios, in which groups weigh the same. */
  mean(): Interval | null {
    return intervalOf(
      [...this.#groups.values()].flatMap((shares) => {
        const units = shares.reduce((sum, { of }) => sum + of, 0);
        return shares.map((share) => tried(share, share.of / units));
      }),
    );
  }
}

function tried({ cluster, sum, of }: ClusterShare, weight: number): TriedValue {
  return { cluster, value: sum / of, weight, tries: of };
}

function intervalOf(values: readonly TriedValue[]): Interval | null {
  return values.length === 0 ? null : ratioMean(values).interval;
}
