import { z } from 'zod';
import { FailureSchema, Sha256Schema } from '../journal/event.js';

/** What is kept of every question to a model, whoever asked it. */
export const RECORDED_CALL_FIELDS = {
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
};

const RecordedCallSchema = z.object(RECORDED_CALL_FIELDS);
export type RecordedCall = z.infer<typeof RecordedCallSchema>;
