import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { findNode } from '../../../src/domain/hierarchy/find-node.js';
import { parseHierarchy } from '../../../src/domain/hierarchy/parse-hierarchy.js';
import { dataFolder, difference, lineSuite } from './lines.js';

const LineSchema = z.object({
  file: z.string(),
  queries: z.array(
    z.object({
      rule: z.record(z.string(), z.string()),
      type: z.enum(['equal', 'include']),
      point: z.tuple([z.number(), z.number()]).nullable(),
      node: z.int().nullable(),
    }),
  ),
});

export const findElementSuite = lineSuite(
  'find_element.jsonl',
  LineSchema,
  async ({ file, queries }, context) => {
    const hierarchy = parseHierarchy(await readFile(join(dataFolder(context), file)));
    for (const { rule, type, point, node } of queries) {
      const found = findNode(hierarchy, rule, type, point ?? undefined)?.position ?? null;
      const problem = difference(found, node);
      if (problem !== null) return `${JSON.stringify(rule)} ${type}: ${problem}`;
    }
    return null;
  },
  (line) => line.file,
);
