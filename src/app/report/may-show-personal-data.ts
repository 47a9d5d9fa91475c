import type { RunIndex } from '../../formats/run/run-index.js';
import { BENCHMARK_NOTES } from '../../registry/part-notes.js';

/** Whether a run's screens may show data of people, as far as that is known without opening its benchmark. */
export function mayShowPersonalData({ start }: Pick<RunIndex, 'start'>): boolean {
  const { benchmark, plugins } = start.identity;
  // A plug-in's benchmark that cannot be opened may show anybody.
  return BENCHMARK_NOTES.get(benchmark.name)?.showsPersonalData ?? plugins !== undefined;
}
