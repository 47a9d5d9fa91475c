import type { BenchmarkDefinition } from '../benchmark.js';

/** What help shows commands with. */
export const PROBENCH_EXAMPLES: NonNullable<BenchmarkDefinition['examples']> = {
  run: [
    'touchstone run probench --data DIR --split en --agent direct --dialect generic_call@probench --model NAME --base-url URL  on phones',
  ],
  reproduce: [
    'touchstone reproduce probench/table-3 --row gpt-4o --data DIR --model NAME --base-url URL --dry-run',
  ],
};
