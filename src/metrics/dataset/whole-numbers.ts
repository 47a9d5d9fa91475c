import type { Distribution } from '../../domain/recordings/dataset-statistics.js';

/** Most bars of a histogram. */
const MOST_BINS = 40;
/** Widths of bins that one can count in. */
const WIDTHS = [1, 2, 5, 10, 20, 25, 50];

/** Whole numbers as they come; keeps how often each occurs. */
export class WholeNumbers {
  readonly #counts = new Map<number, number>();
  #count = 0;
  #sum = 0;

  add(value: number, times = 1): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + times);
    this.#count += times;
    this.#sum += value * times;
  }

  distribution(): Distribution {
    const sorted = [...this.#counts].toSorted(([a], [b]) => a - b);
    const least = sorted[0]?.[0] ?? null;
    const most = sorted.at(-1)?.[0] ?? null;
    const quantile = (share: number): number | null => {
      const rank = Math.max(Math.ceil(share * this.#count), 1);
      let passed = 0;
      for (const [value, times] of sorted) {
        passed += times;
        if (passed >= rank) return value;
      }
      return null;
    };
    return {
      count: this.#count,
      mean: this.#count === 0 ? null : this.#sum / this.#count,
      least,
      p10: quantile(0.1),
      p25: quantile(0.25),
      median: quantile(0.5),
      p75: quantile(0.75),
      p90: quantile(0.9),
      most,
      bins: least === null || most === null ? [] : binsOf(sorted, least, most),
    };
  }
}

function binsOf(
  sorted: readonly (readonly [number, number])[],
  least: number,
  most: number,
): Distribution['bins'] {
  const width = binWidth(most - least + 1);
  const first = Math.floor(least / width) * width;
  const bins = Array.from({ length: Math.floor((most - first) / width) + 1 }, (_, index) => ({
    from: first + index * width,
    to: first + (index + 1) * width - 1,
    count: 0,
  }));
  for (const [value, times] of sorted) {
    const bin = bins[Math.floor((value - first) / width)];
    if (bin !== undefined) bin.count += times;
  }
  return bins;
}

/** The smallest round width that needs few enough bins. */
function binWidth(span: number): number {
  for (let scale = 1; ; scale *= 100) {
    const width = WIDTHS.find((candidate) => span / (candidate * scale) <= MOST_BINS - 1);
    if (width !== undefined) return width * scale;
  }
}
