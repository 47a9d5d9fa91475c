import { z } from 'zod';
import { ActionSchema } from '../../domain/action.js';

/** Version of the trajectories format. */
export const TRAJECTORIES_FORMAT_VERSION = 1;

/**
 * One line of a trajectories file (JSON Lines, UTF-8): what was done in one attempt at one item, in order. Unknown fields
 * are ignored.
 */
export const TrajectoryLineSchema = z.object({
  formatVersion: z.literal(TRAJECTORIES_FORMAT_VERSION).default(TRAJECTORIES_FORMAT_VERSION),
  item: z.string().min(1),
  /** Which repeat it is the recording of; of every repeat without one of its own when absent. */
  repeat: z.int().nonnegative().optional(),
  actions: z.array(ActionSchema),
});
