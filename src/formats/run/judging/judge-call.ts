import { z } from 'zod';
import { ItemKeySchema } from '../../../domain/episode.js';
import { RECORDED_CALL_FIELDS } from '../calls/recorded-call.js';
import { RUN_FORMAT_VERSION, Sha256Schema } from '../journal/event.js';

/** First event of a file of a judge's calls. */
export const JudgeCallsStartSchema = z.object({
  type: z.literal('judge-calls-start'),
  at: z.iso.datetime(),
  formatVersion: z.literal(RUN_FORMAT_VERSION),
  /** What was judged: a run by its identity's hash, labelled trajectories by the hash of their file. */
  judged: Sha256Schema,
  /** Name of the pass that the calls belong to. */
  pass: z.string().min(1),
});
export type JudgeCallsStart = z.infer<typeof JudgeCallsStartSchema>;

/** One question of a judge to a model, and what came of it. */
export const JudgeCallSchema = z.object({
  ...ItemKeySchema.shape,
  type: z.literal('judge-call'),
  ...RECORDED_CALL_FIELDS,
});
export type JudgeCall = z.infer<typeof JudgeCallSchema>;

/** One line of a file of a judge's calls, without its checksum and sequence number. */
export const JudgeCallEventSchema = z.discriminatedUnion('type', [JudgeCallsStartSchema, JudgeCallSchema]);
