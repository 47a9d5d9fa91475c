import { z } from 'zod';
import { JournalEventSchema } from './journal/event.js';
import { ScoreFileEventSchema } from './scores/score-event.js';

/** JSON Schemas (draft 2020-12) of one line of a journal and of a score file, for readers in other languages. */
export function runJsonSchemas(): { readonly journal: object; readonly scores: object } {
  const line = {
    /** CRC-32 of the rest of the line. */
    checksum: z.string().regex(/^[0-9a-f]{8}$/),
    sequence: z.int().nonnegative(),
  };
  const journal = z.intersection(z.object(line), JournalEventSchema);
  const scores = z.intersection(z.object(line), ScoreFileEventSchema);
  return {
    journal: z.toJSONSchema(journal, { io: 'input' }),
    scores: z.toJSONSchema(scores, { io: 'input' }),
  };
}
