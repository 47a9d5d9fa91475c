import { join } from 'node:path';
import { z } from 'zod';
import { describeClick } from '../../../src/benchmarks/probench/process/describe-click.js';
import { parseHierarchy } from '../../../src/domain/hierarchy/parse-hierarchy.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

const CaseSchema = z.object({
  id: z.string(),
  name: z.string(),
  xml: z.string(),
  click: z.tuple([z.number(), z.number()]),
  expect: z.string(),
});

/** What a click was on, in words. */
export const converterSuite: VectorSuite = {
  system: 'probench',
  file: 'converter.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/probench/converter.jsonl'))) {
      const { id, name, xml, click, expect } = CaseSchema.parse(line);
      const found = `Click ${describeClick(parseHierarchy(xml), click).text}`;
      report(`${id} (${name})`, found === expect ? null : `${found} instead of ${expect}`);
    }
  },
};
