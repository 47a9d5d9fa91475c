import { itemKeyText } from '../../domain/episode.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { indexRun } from '../../formats/run/run-index.js';

/**
 * A run as plain data without times, latencies, run ids, attempt numbers and stacks, by item: what must be equal between
 * an interrupted run and an uninterrupted one, or between two runs of one configuration.
 */
export async function normaliseRun(directory: string): Promise<Record<string, unknown>> {
  const index = await indexRun(directory);
  const items: [string, unknown][] = [];
  for await (const { item, task, record } of readEpisodes(index)) {
    const steps = record.steps.map(({ observation, calls, decision, transition }) => ({
      observation,
      calls: calls.map(({ at: _at, attempt: _attempt, latencyMs: _latencyMs, error, measures, ...call }) => ({
        ...call,
        error: error?.code,
        measures:
          measures === undefined
            ? undefined
            : { ...measures, firstTokenMs: undefined, tokensPerSecond: undefined, ratedMs: undefined },
      })),
      decision: decision?.decision,
      transition: transition === null ? null : { ...transition, durationMs: undefined },
    }));
    const failure = item.failure === null ? null : { ...item.failure, stack: undefined };
    items.push([itemKeyText(item.key), { task, end: item.end, count: item.steps, failure, steps }]);
  }
  items.sort(([a], [b]) => (a < b ? -1 : 1));
  const skipped = [...index.skipped].map(([key, { reason }]) => [key, reason]);
  return {
    identity: index.start.identityHash,
    planned: index.start.planned,
    items: Object.fromEntries(items),
    skipped: Object.fromEntries(skipped),
  };
}
