import { GroupShares } from '../../../metrics/intervals/group-shares.js';
import type { Interval } from '../../../metrics/intervals/interval.js';
import type { OdysseyAggregation } from '../match/odyssey-tally.js';
import { verdictOf, type OdysseyDetails } from '../score-odyssey-episode.js';

/** 95 % intervals of AMS and SR. */
export interface RateIntervals {
  readonly ams: Interval | null;
  readonly sr: Interval | null;
}

/** What the intervals of a run's rates are made from, by category and by device; episodes are the independent units. */
export class OdysseyIntervals {
  readonly #categories = { ams: new GroupShares(), sr: new GroupShares() };
  readonly #devices = { ams: new GroupShares(), sr: new GroupShares() };

  /** @param item repeats of one episode are of one unit */
  add({ category, device, reasons, stepLength }: OdysseyDetails, item: string): void {
    if (reasons.length === 0) return;
    const correct = reasons.filter((reason) => verdictOf(reason).isCorrect).length;
    const steps = { cluster: item, sum: correct, of: reasons.length };
    this.#categories.ams.add(category, steps);
    this.#devices.ams.add(device, steps);
    // SR leaves out an episode that lacks steps.
    if (reasons.length !== stepLength) return;
    const episode = { cluster: item, sum: correct === reasons.length ? 1 : 0, of: 1 };
    this.#categories.sr.add(category, episode);
    this.#devices.sr.add(device, episode);
  }

  category(name: string): RateIntervals {
    return { ams: this.#categories.ams.of(name), sr: this.#categories.sr.of(name) };
  }

  device(name: string): RateIntervals {
    return { ams: this.#devices.ams.of(name), sr: this.#devices.sr.of(name) };
  }

  overall(aggregation: OdysseyAggregation): RateIntervals {
    const { ams, sr } = this.#categories;
    return aggregation === 'pooled'
      ? { ams: ams.pooled(), sr: sr.pooled() }
      : { ams: ams.mean(), sr: sr.mean() };
  }
}
