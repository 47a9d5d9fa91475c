import { z } from 'zod';

/** How much an episode on a phone may take. What is over a limit is not done, and every service is refused from then on. */
export const PhoneLimitsSchema = z.object({
  maxActions: z.int().positive().default(1_000_000),
  maxObservations: z.int().positive().default(1_000_000),
  /** Real time since the phone was put up, milliseconds. */
  maxWallMs: z
    .number()
    .positive()
    .default(7 * 24 * 3_600_000),
  /** Bytes that clients send, over all streams. */
  maxBytesIn: z
    .number()
    .positive()
    .default(4 * 1024 ** 3),
  /** Services open at a time; one more is refused, and the phone continues. */
  maxStreams: z.int().positive().default(4096),
});
export type PhoneLimits = z.infer<typeof PhoneLimitsSchema>;
