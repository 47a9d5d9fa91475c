import { z } from 'zod';
import type { ItemKey } from '../../../domain/episode.js';
import { attemptFilePath } from '../attempt-file-path.js';
import { Sha256Schema } from '../journal/event.js';
import { SentImageSchema, SentRoleSchema } from './sent-request.js';

/** A text in pieces: a long one by its number, a short one as it is. */
const PiecesSchema = z.array(z.union([z.int().nonnegative(), z.string()])).readonly();

/**
 * One line of a file of requests. Texts and messages have numbers, each kind its own, and come before the first line that
 * names them; a request has its hash, as the journal names it.
 */
const RequestLineSchema = z.union([
  z.object({ text: z.int().nonnegative(), of: z.string() }).readonly(),
  z
    .object({
      message: z.int().nonnegative(),
      role: SentRoleSchema,
      content: z.array(z.union([PiecesSchema, SentImageSchema])).readonly(),
    })
    .readonly(),
  z
    .object({
      request: Sha256Schema,
      messages: z.array(z.int().nonnegative()).readonly(),
      settings: z.record(z.string(), z.unknown()).readonly(),
    })
    .readonly(),
]);
export type RequestLine = z.infer<typeof RequestLineSchema>;
export type MessageLine = Extract<RequestLine, { message: number }>;

/** Most bytes of a file of requests; what comes later is not kept. */
export const MOST_REQUEST_BYTES = 64 * 1024 * 1024;

/** The file of the requests of an attempt. */
export function requestFilePath(runDirectory: string, key: ItemKey, attempt: number): string {
  return `${attemptFilePath(runDirectory, key, attempt)}.requests.jsonl`;
}

/** A line; null for one that is none, such as the half that a crash leaves behind. */
export function parseRequestLine(line: string): RequestLine | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const parsed = RequestLineSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}
