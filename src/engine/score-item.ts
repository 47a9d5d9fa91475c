import type { Benchmark, BenchmarkItem, MainMetric, ScoreOptions } from '../benchmarks/benchmark.js';
import type { Episode } from '../domain/episode.js';
import type { ItemMetric, MetricValue } from '../domain/scores/main-metric.js';
import type { Mode } from '../domain/mode.js';
import type { EpisodeScores } from '../domain/score.js';
import { BugError } from '../errors.js';

/** Names that stand for numbers of every benchmark. */
const TAKEN: readonly string[] = ['success', 'completion'];

/**
 * Scores of an episode by the benchmark's own rules, with what it brings to the benchmark's main metric.
 *
 * @throws {DatasetError} when the item's success rule is broken
 * @throws {BugError} when the benchmark's main metric is none
 */
export async function scoreItem(
  { name, scorer, mainMetric }: Pick<Benchmark, 'name' | 'scorer' | 'mainMetric'>,
  item: BenchmarkItem,
  episode: Episode,
  mode: Mode,
  options: ScoreOptions,
): Promise<EpisodeScores> {
  const scores = await scorer.score(item, episode, mode, options);
  if (mainMetric === undefined) return scores;
  if (TAKEN.includes(mainMetric.name.toLowerCase())) {
    throw new BugError(`The main metric of ${name} may not be called "${mainMetric.name}"`);
  }
  return { ...scores, metric: itemMetric(mainMetric, scores, item) };
}

function itemMetric(metric: MainMetric, scores: EpisodeScores, item: BenchmarkItem): ItemMetric {
  const { name, label, unit, average } = metric;
  const value = metric.average === 'completion' ? completed(scores) : metric.of(scores, item);
  if (value !== null && !(value.sum >= 0 && value.sum <= value.of && value.of > 0)) {
    throw new BugError(`${name} of ${item.id} is ${value.sum} of ${value.of}, which is no share`);
  }
  if (value !== null && average === 'group_mean' && value.group === undefined) {
    throw new BugError(`${name} is a mean over groups, and ${item.id} is in none`);
  }
  // Only the reference repeats how published code rounds.
  const isRounded = scores.mode === 'reference' && metric.isRounded === true;
  return { name, label, unit, average, ...(isRounded ? { isRounded } : {}), value };
}

function completed({ completion }: EpisodeScores): MetricValue | null {
  return completion === null ? null : { sum: completion, of: 1 };
}
