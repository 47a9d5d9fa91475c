import { z } from 'zod';
import {
  parseExploreReply,
  parseGridReply,
  parseReflectReply,
} from '../../../src/models/dialects/appagent/published-reply.js';
import { difference, lineSuite } from './lines.js';

const LineSchema = z.object({
  kind: z.enum(['explore', 'grid', 'reflect']),
  response: z.string(),
  parsed: z.array(z.unknown()),
});

const READERS = { explore: parseExploreReply, grid: parseGridReply, reflect: parseReflectReply } as const;

export const appAgentParseSuite = lineSuite('appagent_parse.jsonl', LineSchema, (line) =>
  difference(READERS[line.kind](line.response), line.parsed),
);
