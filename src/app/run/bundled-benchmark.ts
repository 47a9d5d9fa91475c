import { shortTitle } from '../../benchmarks/short-title.js';
import { BUNDLED_BENCHMARK } from '../../registry/benchmarks.js';

/** The benchmark that Touchstone brings: the name that `touchstone run` takes, and what it is called in a sentence. */
export const BUNDLED: { readonly name: string; readonly title: string } = {
  name: BUNDLED_BENCHMARK.name,
  title: shortTitle(BUNDLED_BENCHMARK),
};
