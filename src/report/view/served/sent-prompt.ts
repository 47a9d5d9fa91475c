import { z } from 'zod';

/** What a model was asked at one call, as far as its run has kept it. */
export const SentPromptSchema = z
  .object({
    messages: z
      .array(
        z
          .object({
            role: z.enum(['system', 'user', 'assistant']),
            parts: z
              .array(
                z.discriminatedUnion('type', [
                  z.object({ type: z.literal('text'), text: z.string() }).readonly(),
                  z
                    .object({
                      type: z.literal('picture'),
                      mediaType: z.string(),
                      /** SHA-256 of what was sent. */
                      hash: z.string(),
                      /** Address of it; null where it is no screen as it was recorded, but one marked or scaled for the model. */
                      picture: z.string().nullable(),
                    })
                    .readonly(),
                ]),
              )
              .readonly(),
          })
          .readonly(),
      )
      .readonly(),
    /** What else was asked for, such as a temperature: name and JSON. */
    settings: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
  })
  .readonly();
export type SentPrompt = z.infer<typeof SentPromptSchema>;
