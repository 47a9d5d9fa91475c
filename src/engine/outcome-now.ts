import type { BenchmarkItem } from '../benchmarks/benchmark.js';
import { isVoided, outcomeOf, type EpisodeEnd, type Outcome } from '../domain/episode.js';
import type { AttemptRecord } from '../formats/run/attempt-record.js';
import { screenReader, trajectoryOf } from '../formats/run/read-episodes.js';
import { isVoidEnd } from '../formats/run/run-index.js';
import type { RunSession } from './run-session.js';

/**
 * What an item that has just ended comes to by the benchmark's rules, for whoever watches; the run is scored when it is over. Null
 * where that cannot be told: of void items, or where the rules fail.
 */
export async function outcomeNow(
  session: RunSession,
  item: BenchmarkItem,
  record: AttemptRecord,
  end: EpisodeEnd,
): Promise<Outcome | null> {
  if (isVoidEnd(end)) return null;
  const { benchmark, directory } = session.options;
  const screenOf = screenReader(directory, benchmark.world?.screen.bind(benchmark.world));
  const episode = { key: record.key, trajectory: trajectoryOf(record, screenOf), end };
  const { signal } = new AbortController();
  try {
    const { success } = await benchmark.scorer.score(item, episode, benchmark.mode, { signal });
    const outcome = outcomeOf(end, success);
    return isVoided(outcome) ? null : outcome;
  } catch {
    // Whoever scores the run meets it again, and says so.
    return null;
  }
}
