import { join } from 'node:path';
import { z } from 'zod';
import { probenchRates, ratioOf } from '../../../src/benchmarks/probench/tables/rates.js';
import { percent } from '../../../src/metrics/tables/percent.js';
import { probenchEpisodes } from '../../../src/testing/datasets/probench-counts.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

const PerTypeSchema = z.object({ state: z.number(), process: z.number() });
const CountsSchema = z.object({ en: PerTypeSchema, zh: PerTypeSchema });
const RowSchema = z.array(z.number()).length(3);
const CaseSchema = z.object({
  id: z.string(),
  success: CountsSchema,
  totals: CountsSchema,
  uncompleted: z.number(),
  early_stopped: z.number(),
  expect: z.object({
    en: RowSchema,
    zh: RowSchema,
    overall: RowSchema,
    uncompleted_ratio: z.number(),
    early_stop_ratio: z.number(),
  }),
});

/** The paper's result tables, from whole numbers. */
export const ratiosSuite: VectorSuite = {
  system: 'probench',
  file: 'ratios.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/probench/ratios.jsonl'))) {
      const { id, early_stopped: earlyStopped, expect, ...counts } = CaseSchema.parse(line);
      const { accuracy, uncompleted, earlyStop } = probenchRates(
        probenchEpisodes({ ...counts, earlyStopped }),
      );
      const rows = [accuracy.en, accuracy.zh, accuracy.overall];
      const shares = [
        ...rows.flatMap(({ state, process, all }) => [state, process, all]),
        uncompleted,
        earlyStop,
      ];
      const found = shares.map((share) => percent(ratioOf(share))).join(' ');
      const { en, zh, overall, uncompleted_ratio: unfinished, early_stop_ratio: early } = expect;
      const wanted = [...en, ...zh, ...overall, unfinished, early].map((value) => value.toFixed(1)).join(' ');
      report(id, found === wanted ? null : `${found} instead of ${wanted}`);
    }
  },
};
