import type { BenchmarkDefinition } from './benchmark.js';

/** What a benchmark is called in a sentence: its title up to the colon. */
export function shortTitle({ title }: Pick<BenchmarkDefinition, 'title'>): string {
  return title.split(':', 1)[0] ?? title;
}
