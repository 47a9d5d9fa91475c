import type { Benchmark } from '../../benchmarks/benchmark.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { meanCompletion } from '../../metrics/mean-completion.js';
import { mainMetricOf, metricMean } from '../../metrics/metric-mean.js';
import type { GatedMetric } from '../../metrics/gate.js';
import type { ResultRow } from '../../metrics/result-row.js';
import type { ComparedMetric } from '../../metrics/task-scores.js';
import { MetricUnknownError } from '../compare/choose-metric.js';

/** A number that a gate is about, beside the success rate. */
export interface GateMetric {
  /** As tables write it. */
  readonly name: string;
  readonly compared: ComparedMetric;
  /** What a run came to. */
  of(rows: readonly ResultRow[], planned: number): GatedMetric;
}

/**
 * The number that a gate names: completion, or the benchmark's main metric in any case.
 *
 * @param flag that named it
 * @throws {MetricUnknownError | UserError} where the benchmark has no such number
 */
export function gateMetric(asked: string, { name, mainMetric }: Benchmark, flag: string): GateMetric {
  const plain = asked.toLowerCase();
  if (plain === 'success') {
    throw new UserError(`${flag} is for other numbers than success`, {
      hint: flag === '--min-metric' ? 'Its gate is --min-success.' : 'Its gate is --max-drop.',
    });
  }
  if (plain === 'completion') {
    return {
      name: 'completion',
      compared: 'completion',
      of: (rows, planned) => ({ name: 'completion', measured: meanCompletion(rows), planned }),
    };
  }
  if (mainMetric === undefined || mainMetric.name.toLowerCase() !== plain) {
    const known = ['completion', ...(mainMetric === undefined ? [] : [mainMetric.name])];
    throw new MetricUnknownError(`${flag}: ${name} has no ${JSON.stringify(asked)}`, {
      hint: `${didYouMean(asked, known)}It has ${known.join(', ')}.`,
    });
  }
  return {
    name: mainMetric.name,
    compared: 'main',
    of: (rows, planned) => ({
      name: mainMetric.name,
      // Where nothing was scored, what there would be is known all the same: nothing of it was measured.
      measured: metricMean(rows, mainMetricOf(rows) ?? mainMetric) ?? meanCompletion(rows),
      planned,
    }),
  };
}
