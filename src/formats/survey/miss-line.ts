import { z } from 'zod';
import { ActionSchema } from '../../domain/action.js';

/** Name of the file in the folder of what supplements a world. */
export const MISSES_FILE = 'misses.jsonl';

/** A line of the file of misses: what agents wanted to do on a screen of a world that has nothing for it, the most frequent first. */
export const MissLineSchema = z.object({
  /** Id of the node. */
  screen: z.string().min(1),
  /** Points are pixels of the screen's picture. */
  action: ActionSchema,
  /** How often, over all runs. */
  count: z.int().positive(),
  /** Names of the agents that did. */
  agents: z.array(z.string()).optional(),
});
export type MissLine = z.infer<typeof MissLineSchema>;
