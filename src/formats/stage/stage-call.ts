import { z } from 'zod';
import { RECORDED_CALL_FIELDS } from '../run/calls/recorded-call.js';
import { RUN_FORMAT_VERSION, Sha256Schema } from '../run/journal/event.js';

/** First event of the file of a stage's calls. */
const StageCallsStartSchema = z.object({
  type: z.literal('stage-calls-start'),
  at: z.iso.datetime(),
  formatVersion: z.literal(RUN_FORMAT_VERSION),
  /** Name of the stage, such as `explore` or `boxes`. */
  stage: z.string().min(1),
  /** SHA-256 of what the stage works on and with, as far as answers depend on it beyond the requests themselves. */
  identity: Sha256Schema,
});
export type StageCallsStart = z.infer<typeof StageCallsStartSchema>;

/** One question of a stage of the builder to a model, and what came of it. */
export const StageCallSchema = z.object({ ...RECORDED_CALL_FIELDS, type: z.literal('stage-call') });
export type StageCall = z.infer<typeof StageCallSchema>;

/** One line of the file of a stage's calls, without its checksum and sequence number. */
export const StageCallEventSchema = z.discriminatedUnion('type', [StageCallsStartSchema, StageCallSchema]);
