import { z } from 'zod';
import { RunCardSchema } from './run-card.js';

const episode = { run: z.string(), item: z.string(), repeat: z.int().nonnegative() };

/** What a server says while runs go on. It says that something is new, never what a page must then ask for in full. */
export const ViewerEventSchema = z.discriminatedUnion('type', [
  /** A run appeared, got further or changed its state. */
  z.object({ type: z.literal('run'), run: RunCardSchema }),
  z.object({ type: z.literal('run-gone'), id: z.string() }),
  /** An episode began, made a step, or ended. `step` counts the complete ones. */
  z.object({ type: z.literal('episode'), ...episode, step: z.int().nonnegative(), ended: z.boolean() }),
  /** Somebody labelled, or wrote a note. */
  z.object({ type: z.literal('labels'), run: z.string() }),
]);
export type ViewerEvent = z.infer<typeof ViewerEventSchema>;
