import { join } from 'node:path';
import { z } from 'zod';
import { toFixedEven } from '../../../src/metrics/tables/percent.js';
import { roundNumpy, roundPython } from '../../../src/metrics/round-python.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

const ShareSchema = z.object({
  id: z.string(),
  num: z.number(),
  den: z.number(),
  round2: z.number(),
  fmt2: z.string(),
});
const MeanSchema = z.object({
  id: z.string(),
  in: z.array(z.number()),
  np_round2: z.number(),
  py_round2: z.number(),
});

export const rounding: VectorSuite = {
  system: 'guiodyssey',
  file: 'rounding.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/guiodyssey/rounding.jsonl'))) {
      const { id, num, den, round2, fmt2 } = ShareSchema.parse(line);
      const value = (num / den) * 100;
      const got = `${roundPython(value)} ${toFixedEven(value, 2)}`;
      report(id, got === `${round2} ${fmt2}` ? null : `${got} instead of ${round2} ${fmt2}`);
    }
  },
};

export const roundingMean: VectorSuite = {
  system: 'guiodyssey',
  file: 'rounding_mean6.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/guiodyssey/rounding_mean6.jsonl'))) {
      const { id, in: values, np_round2: numpy, py_round2: python } = MeanSchema.parse(line);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const got = `${roundNumpy(mean)} ${roundPython(mean)}`;
      report(id, got === `${numpy} ${python}` ? null : `${got} instead of ${numpy} ${python}`);
    }
  },
};
