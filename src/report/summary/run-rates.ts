import type { RunMetric, RunRate, RunRates } from '../../formats/results/run-rates.js';
import { meanCompletion } from '../../metrics/mean-completion.js';
import { metricMean, type MetricMean } from '../../metrics/metric-mean.js';
import { successRate } from '../../metrics/rate.js';
import type { ResultRow } from '../../metrics/result-row.js';
import type { Measured } from '../../metrics/tables/measured.js';

/** Success, completion and the main metric of a run, as documents and reports hold them. */
export function runRates(rows: readonly ResultRow[]): RunRates {
  return {
    success: rateOf(successRate(rows)),
    completion: rateOf(meanCompletion(rows)),
    main: metricOf(metricMean(rows)),
  };
}

/** A number with its interval and bounds, ends by name. */
export function rateOf({
  value,
  n,
  interval,
  bounds,
}: Pick<Measured, 'value' | 'n' | 'interval' | 'bounds'>): RunRate {
  return {
    value,
    n,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    worst: bounds?.low ?? null,
    best: bounds?.high ?? null,
  };
}

function metricOf(main: MetricMean | null): RunMetric | null {
  return main === null ? null : { ...main.metric, ...rateOf(main), units: main.units };
}
