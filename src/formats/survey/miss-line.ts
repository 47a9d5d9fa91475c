import { z } from 'zod';
import { ActionSchema } from '../../domain/action.js';

/** One line of a file of misses: an action that agents did on a screen of a world that has no branch for it. */
export const MissLineSchema = z.object({
  /** Node of the world. */
  screen: z.string().min(1),
  action: ActionSchema,
  /** How often it was missed. */
  count: z.int().positive(),
  /** Apps that the screen belongs to. */
  apps: z.array(z.string()).optional(),
});
export type MissLine = z.infer<typeof MissLineSchema>;
