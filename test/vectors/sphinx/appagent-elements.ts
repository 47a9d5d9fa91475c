import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseHierarchy } from '../../../src/domain/hierarchy/parse-hierarchy.js';
import { appAgentElements } from '../../../src/observations/elements/appagent-elements.js';
import { dataFolder, difference, lineSuite } from './lines.js';

const LineSchema = z.object({ file: z.string(), elements: z.array(z.unknown()) });

export const appAgentElementsSuite = lineSuite(
  'appagent_elements.jsonl',
  LineSchema,
  async (line, context) => {
    const hierarchy = parseHierarchy(await readFile(join(dataFolder(context), line.file)));
    const elements = appAgentElements(hierarchy).map(({ uid, box, because }) => [uid, box, because]);
    return difference(elements, line.elements);
  },
  ({ file }) => file,
);
