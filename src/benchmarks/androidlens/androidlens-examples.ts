import type { BenchmarkDefinition } from '../benchmark.js';

/** What help shows commands with. */
export const LENS_EXAMPLES: NonNullable<BenchmarkDefinition['examples']> = {
  score: [
    'touchstone score androidlens --data DIR --predictions FILE  of any recorded dataset, one object a line',
  ],
  stats: [
    'touchstone stats androidlens --data DIR --pictures --csv stats  real sizes of screenshots; tables as CSV',
  ],
};
