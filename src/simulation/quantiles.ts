import { BugError } from '../errors.js';
import { normalQuantile } from '../metrics/distributions/normal-quantile.js';

/** Values that a distribution is kept as; more would show in no prediction. */
const MOST_VALUES = 4_096;
/** Standard normal quantile of 0.95. */
const Z_95 = normalQuantile(0.95);

/** A distribution as its values in order, each equally likely. Drawing is one look-up. */
export class Quantiles {
  readonly values: Float64Array;
  readonly mean: number;

  private constructor(values: Float64Array) {
    this.values = values;
    this.mean = meanOf(values);
  }

  static constant(value: number): Quantiles {
    return new Quantiles(Float64Array.of(value));
  }

  /** Log-normal: half of the values are below `median`, 95 % below `p95`. Both positive, `p95` no less than `median`. */
  static logNormal(median: number, p95: number): Quantiles {
    const spread = Math.log(p95 / median) / Z_95;
    return new Quantiles(
      Float64Array.from({ length: MOST_VALUES }, (_, index) =>
        Math.exp(Math.log(median) + spread * normalQuantile((index + 0.5) / MOST_VALUES)),
      ),
    );
  }

  /** Of measured values; of many, the means of equal groups. @throws {BugError} for none */
  static measured(measured: readonly number[]): Quantiles {
    if (measured.length === 0) throw new BugError('A distribution was asked for of no values');
    const sorted = Float64Array.from(measured).toSorted();
    if (sorted.length <= MOST_VALUES) return new Quantiles(sorted);
    const values = new Float64Array(MOST_VALUES);
    for (let group = 0; group < MOST_VALUES; group += 1) {
      const from = Math.floor((group * sorted.length) / MOST_VALUES);
      const to = Math.floor(((group + 1) * sorted.length) / MOST_VALUES);
      values[group] = meanOf(sorted.subarray(from, to));
    }
    return new Quantiles(values);
  }

  /** The value at `share` of the way, 0 up to but not 1. */
  at(share: number): number {
    return this.values[Math.floor(share * this.values.length)] ?? 0;
  }
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
