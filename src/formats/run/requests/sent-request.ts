import { z } from 'zod';
import { Sha256Schema } from '../journal/event.js';

export const SentRoleSchema = z.enum(['system', 'user', 'assistant']);

/** A picture by the hash of the bytes that were sent. */
export const SentImageSchema = z
  .object({ type: z.literal('image'), mediaType: z.string(), sha256: Sha256Schema })
  .readonly();

export interface SentMessage {
  readonly role: z.infer<typeof SentRoleSchema>;
  readonly content: readonly (
    | { readonly type: 'text'; readonly text: string }
    | z.infer<typeof SentImageSchema>
  )[];
}

/**
 * What a model was asked, without the bytes of pictures. A journal's `request` is the SHA-256 of this as canonical JSON. Besides
 * messages it has the settings of the request, such as `temperature`; no address, header or key is in it.
 */
export interface SentRequest {
  readonly messages: readonly SentMessage[];
  readonly [setting: string]: unknown;
}
