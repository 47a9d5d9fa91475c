import { z } from 'zod';
import { readCompletion } from '../../../src/models/readers/completion.js';
import { difference, lineSuite } from './lines.js';

const LineSchema = z.object({ response: z.string(), finished: z.boolean() });

export const completionParseSuite = lineSuite('completion_parse.jsonl', LineSchema, (line) => {
  const reading = readCompletion(line.response, 'reference');
  return difference(reading.type === 'value' && reading.value === 'stop', line.finished);
});
