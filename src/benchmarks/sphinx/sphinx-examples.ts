import type { BenchmarkDefinition } from '../benchmark.js';

/** What help shows commands with. */
export const SPHINX_EXAMPLES: NonNullable<BenchmarkDefinition['examples']> = {
  touchstone: ['touchstone score sphinx --data DIR --trajectories RUNS  score runs made elsewhere'],
  run: [
    'touchstone run sphinx --data DIR --env android --agent react --dialect sphinx_id@tree --model NAME --base-url URL  on phones',
  ],
  score: [
    "touchstone score sphinx --data DIR  SPHINX's recordings against their own evaluators",
    'touchstone score sphinx --data DIR --trajectories trace/gpt-4o/tree',
  ],
  reproduce: [
    'touchstone reproduce sphinx/table-7 --row gpt-4o --data DIR --model NAME --base-url URL --dry-run',
  ],
  lint: ['touchstone lint sphinx --data Sphinx --all  every finding, notes too'],
  'data check': ['touchstone data check sphinx Sphinx --json'],
  stats: ['touchstone stats sphinx --data DIR  recordings, and what is asked in dimensions'],
  documents: [
    'touchstone documents sphinx --data DIR --trajectories FOLDER --demonstrations --model NAME --base-url URL',
  ],
};
