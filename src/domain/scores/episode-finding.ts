import { z } from 'zod';

/** What a scanner has found in one episode: something to look at, no score. */
export const EpisodeFindingSchema = z
  .object({
    /** Name and version of the scanner, such as `loop@1`. */
    scanner: z.string(),
    /** One sentence about this episode; plain text. */
    message: z.string(),
    /** Steps that it rests on, from 0, in order. */
    steps: z.array(z.int().nonnegative()).readonly(),
  })
  .readonly();
export type EpisodeFinding = z.infer<typeof EpisodeFindingSchema>;
