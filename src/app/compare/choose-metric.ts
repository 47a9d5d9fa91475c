import { didYouMean } from '../../domain/text/nearest-name.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import { UserError } from '../../errors.js';
import { mainMetricOf } from '../../metrics/metric-mean.js';
import type { ResultRow } from '../../metrics/result-row.js';
import type { ComparedMetric } from '../../metrics/task-scores.js';

/** A number was asked for that runs do not have. */
export class MetricUnknownError extends UserError {
  override readonly code = 'METRIC_UNKNOWN';
}

/** A run whose numbers are asked for. */
export interface MetricRun {
  /** Name in messages. */
  readonly name: string;
  readonly directory: string;
  readonly rows: readonly ResultRow[];
}

/**
 * What a name stands for: `success`, `completion`, or the benchmark's main metric by its name in any case.
 *
 * @param flag that named it, for messages
 * @throws {MetricUnknownError} where the runs have no such number
 */
export function chooseMetric(asked: string, runs: readonly MetricRun[], flag: string): ComparedMetric {
  const plain = asked.toLowerCase();
  if (plain === 'success' || plain === 'completion') return plain;
  const names = [...new Set(runs.flatMap(({ rows }) => mainMetricOf(rows)?.name ?? []))];
  const known = ['success', 'completion', ...names];
  if (!names.some((name) => name.toLowerCase() === plain)) {
    const older =
      names.length === 0
        ? ' Scores of older runs hold no main metric: touchstone score RUN makes new ones.'
        : '';
    throw new MetricUnknownError(`${flag}: these runs have no ${JSON.stringify(asked)}`, {
      hint: `${didYouMean(asked, known)}${flag} is one of ${known.join(', ')}.${older}`,
    });
  }
  const without = runs.find(({ rows }) => mainMetricOf(rows)?.name.toLowerCase() !== plain);
  if (without === undefined) return 'main';
  throw new MetricUnknownError(`Run ${without.name} was scored before ${asked} was kept`, {
    place: { file: without.directory },
    hint: `Score it once more: touchstone score ${quoteWord(without.directory)}`,
  });
}

/** The number that is compared after another one: the main metric after success, and the other way round. */
export function otherMetric(
  metric: ComparedMetric,
  runs: readonly Pick<MetricRun, 'rows'>[],
): ComparedMetric | null {
  if (metric === 'main') return 'success';
  const haveMain = runs.every(({ rows }) => mainMetricOf(rows) !== null);
  return metric === 'success' && haveMain ? 'main' : null;
}

/** A sentence about runs that lack the main metric which others have; null where there is nothing to say. */
export function lackingMetricNote(runs: readonly MetricRun[]): string | null {
  const having = runs.flatMap(({ rows }) => mainMetricOf(rows) ?? []);
  const lacking = runs.filter(({ rows }) => mainMetricOf(rows) === null);
  const [metric] = having;
  const [first] = lacking;
  if (metric === undefined || first === undefined) return null;
  return (
    `${metric.name} is not compared: ${first.name} was scored before it was kept. ` +
    `Score it once more: touchstone score ${quoteWord(first.directory)}`
  );
}
