import { z } from 'zod';
import { ActionSchema } from '../../domain/action.js';
import { SizeSchema } from '../../domain/geometry.js';
import { ActivitySchema } from '../../domain/screen.js';
import { FolderPathSchema } from '../safe-path.js';
import { TRAJECTORIES_FORMAT_VERSION } from './trajectory-line.js';

/** Most steps of one attempt; also bounds the work that a hostile line can ask for. */
const MAX_STEPS = 10_000;

/** What was seen before a step, and what was done. Paths are relative to the file's folder. */
const ObservedStepSchema = z.object({
  /** UI hierarchy as uiautomator XML. */
  hierarchy: FolderPathSchema.nullish(),
  /** Screenshot as PNG. */
  picture: FolderPathSchema.nullish(),
  /** Pixels of the screenshot; needed where actions give positions in parts of the screen. */
  size: SizeSchema.nullish(),
  activity: ActivitySchema.nullish(),
  /** null on a last screen where nothing was done any more. */
  action: ActionSchema.nullable(),
});
export type ObservedStep = z.infer<typeof ObservedStepSchema>;

/**
 * One line of a file of observed trajectories (JSON Lines, UTF-8): what was seen and done in one attempt at one item, in
 * order; for scoring runs that were made elsewhere. Unknown fields are ignored.
 */
export const ObservedLineSchema = z.object({
  formatVersion: z.literal(TRAJECTORIES_FORMAT_VERSION).default(TRAJECTORIES_FORMAT_VERSION),
  item: z.string().min(1),
  repeat: z.int().nonnegative().default(0),
  steps: z.array(ObservedStepSchema).max(MAX_STEPS),
});
