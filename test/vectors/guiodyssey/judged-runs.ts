import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { scorePredictions } from '../../../src/benchmarks/guiodyssey/predictions/score-predictions.js';
import { rateText } from '../../../src/benchmarks/guiodyssey/match/odyssey-tally.js';
import type { VectorSuite } from '../vector-suite.js';

const RunSchema = z.object({
  metric: z.enum(['macro', 'micro']),
  samples: z.array(z.unknown()),
  result: z.object({
    AMS: z.number(),
    SR: z.number(),
    total: z.int(),
    action_type: z.string(),
    text: z.string(),
  }),
});

/** Prediction files of the synthetic dataset, summed as the authors sum them. */
export const judgedRuns: VectorSuite = {
  system: 'guiodyssey',
  file: 'dataset',
  run: async ({ shared, report }) => {
    const folder = join(shared, 'vectors/guiodyssey/dataset/runs');
    for (const name of await readdir(folder)) {
      const run = RunSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
      const records = run.samples.map((value, index) => ({ value, line: 1, record: index + 1 }));
      const { tallies } = await scorePredictions(records, { file: name });
      const scores = tallies.reference.result(run.metric === 'macro' ? 'pooled' : 'category_mean');
      const got = {
        AMS: scores.ams,
        SR: scores.sr,
        total: scores.steps,
        action_type: rateText(scores.actionType),
        text: rateText(scores.text),
      };
      const problem = `${JSON.stringify(got)} instead of ${JSON.stringify(run.result)}`;
      report(name, JSON.stringify(got) === JSON.stringify(run.result) ? null : problem);
    }
  },
};
