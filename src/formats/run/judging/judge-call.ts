import { z } from 'zod';
import { ItemKeySchema } from '../../../domain/episode.js';
import { RUN_FORMAT_VERSION, FailureSchema, Sha256Schema } from '../journal/event.js';

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

/** One question of a judge to a model, and what came of it. */
export const JudgeCallSchema = z.object({
  ...ItemKeySchema.shape,
  type: z.literal('judge-call'),
  at: z.iso.datetime(),
  /** SHA-256 over the model's identity, the request and the name of the draw: what an answer is found again by. */
  key: Sha256Schema,
  role: z.string(),
  purpose: z.string(),
  /** Which of the draws for this purpose, from 1. */
  draw: z.int().positive(),
  /** SHA-256 of the request as canonical JSON, pictures by their hashes. */
  request: Sha256Schema,
  /** The request's texts, in order; a picture stands as `sha256:` and its hash. */
  prompt: z.array(z.string()).readonly(),
  answer: z
    .object({
      text: z.string(),
      reasoning: z.string().optional(),
      finishReason: z.enum(['stop', 'length', 'refusal', 'other']),
      /** Model id as the endpoint reports it. */
      model: z.string().nullable(),
    })
    .nullable(),
  failure: FailureSchema.optional(),
  inputTokens: z.int().nonnegative().nullable(),
  outputTokens: z.int().nonnegative().nullable(),
  costUsd: z.number().nonnegative().nullable(),
  fromCache: z.boolean(),
  latencyMs: z.number().nonnegative(),
});
export type JudgeCall = z.infer<typeof JudgeCallSchema>;

/** One line of a file of a judge's calls, without its checksum and sequence number. */
export const JudgeCallEventSchema = z.discriminatedUnion('type', [JudgeCallsStartSchema, JudgeCallSchema]);
export type JudgeCallEvent = z.infer<typeof JudgeCallEventSchema>;
