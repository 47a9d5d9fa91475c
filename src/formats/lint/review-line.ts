import { z } from 'zod';

/**
 * The verdict of a person or a judge on an episode, one object a line. `completes`: screens and actions carry out the
 * instruction; `equivalent`: the instruction asks for what the original task asked for.
 */
export const ReviewLineSchema = z.object({
  episode: z.string().min(1),
  criterion: z.enum(['completes', 'equivalent']),
  verdict: z.enum(['yes', 'no']),
  reviewer: z.string().min(1),
  /** ISO 8601. */
  at: z.string().optional(),
  reason: z.string().optional(),
});
export type ReviewLine = z.infer<typeof ReviewLineSchema>;
