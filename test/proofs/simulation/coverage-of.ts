import { randomStream, type RandomStream } from '../../../src/domain/random.js';
import type { Interval } from '../../../src/metrics/intervals/interval.js';

/** One design whose interval is drawn again and again. */
export interface CoverageCell {
  /** What is measured over which design, such as `rate, 45 tasks x 10`; cells of one row share it. */
  readonly row: string;
  /** What differs within the row. */
  readonly column: string;
  readonly truth: number;
  /** One set of data, and its 95 % interval. */
  readonly draw: (random: RandomStream) => Interval | null;
}

/** From here down a cell is drawn ten times as often, so that it is not misjudged by chance. */
const CLOSE = 0.945;

/** Share of the draws whose interval holds the truth; the same for one cell whenever it is asked. */
export function coverageOf({ row, column, truth, draw }: CoverageCell, draws: number): number {
  const random = randomStream('coverage', row, column);
  let held = 0;
  let drawn = 0;
  const goOn = (to: number): number => {
    for (; drawn < to; drawn += 1) {
      const interval = draw(random);
      // Rounding may not decide: a truth of 1 lies in an interval that ends at 1.
      if (interval !== null && interval.low <= truth + 1e-9 && truth - 1e-9 <= interval.high) held += 1;
    }
    return held / drawn;
  };
  const first = goOn(draws);
  return first >= CLOSE ? first : goOn(draws * 10);
}
