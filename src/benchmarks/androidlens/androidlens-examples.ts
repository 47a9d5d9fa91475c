import type { BenchmarkDefinition } from '../benchmark.js';

/** What help shows commands with. */
export const LENS_EXAMPLES: NonNullable<BenchmarkDefinition['examples']> = {
  run: [
    'touchstone run androidlens --data DIR --env android --agent direct --model NAME  its tasks on phones, judged afterwards',
  ],
  score: [
    'touchstone score androidlens --data DIR --predictions FILE  of any recorded dataset, one object a line',
  ],
  stats: [
    'touchstone stats androidlens --data DIR --pictures --csv stats  real sizes of screenshots; tables as CSV',
  ],
};
