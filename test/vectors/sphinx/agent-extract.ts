import { z } from 'zod';
import { extractActionAsReference } from '../../../src/models/dialects/bracketed/extract-action.js';
import { difference, lineSuite } from './lines.js';

const LineSchema = z.object({
  response: z.string(),
  action: z.string().optional(),
  error: z.string().optional(),
});

export const agentExtractSuite = lineSuite('agent_extract.jsonl', LineSchema, (line) => {
  const { response, action, error } = line;
  return difference(extractActionAsReference(response), action === undefined ? { error } : { action });
});
