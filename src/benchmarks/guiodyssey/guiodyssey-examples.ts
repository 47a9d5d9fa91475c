import type { BenchmarkDefinition } from '../benchmark.js';

/** What help shows commands with. */
export const ODYSSEY_EXAMPLES: NonNullable<BenchmarkDefinition['examples']> = {
  score: [
    'touchstone score guiodyssey --predictions FILE --split random  predictions made elsewhere, in both modes',
    'touchstone score guiodyssey --predictions FILE --evaluator os-atlas  as another project scores them',
  ],
  lint: [
    'touchstone lint guiodyssey --data DIR --no-pictures  recorded episodes, without decoding their screenshots',
  ],
  stats: [
    'touchstone stats guiodyssey --data DIR --out stats.html  a page of charts, one file',
    'touchstone stats guiodyssey --data DIR --split random  the test side of one split',
  ],
  'export FORMAT': [
    'touchstone export FORMAT guiodyssey --data DIR --split random --dialect os_atlas --out train --pictures reference',
  ],
  'export parquet': ['touchstone export parquet guiodyssey --data DIR --out tables'],
};
