import type { ResultViews } from '../../benchmarks/result-views.js';
import { shortTitle } from '../../benchmarks/short-title.js';
import { BENCHMARKS } from '../../registry/benchmarks.js';

/** A benchmark with other views of its results. */
interface BenchmarkWithViews {
  readonly name: string;
  /** What it is called in a sentence. */
  readonly called: string;
  readonly views: ResultViews;
}

/** The benchmarks that take `--evaluator` for the rule of another project, and `--app-classes`. */
export function benchmarksWithViews(): readonly BenchmarkWithViews[] {
  return [...BENCHMARKS.values()].flatMap((definition) => {
    const { name, views } = definition;
    return views === undefined ? [] : [{ name, called: shortTitle(definition), views }];
  });
}
