import { z } from 'zod';
import { SizeSchema } from '../../domain/coordinates/geometry-schemas.js';
import { EnvironmentIdentitySchema } from '../../domain/run.js';
import { ActivitySchema } from '../../domain/screen.js';
import { RUN_FORMAT_VERSION, Sha256Schema } from '../run/journal/event.js';

const base = { at: z.iso.datetime() };

/** First event of a comparison of a recorded world with the live one. */
export const FidelityStartSchema = z.object({
  ...base,
  type: z.literal('fidelity-start'),
  formatVersion: z.literal(RUN_FORMAT_VERSION),
  /** Absolute folder of the world. */
  world: z.string().min(1),
  /** SHA-256 of its `graph.json`. */
  graph: Sha256Schema,
  environment: EnvironmentIdentitySchema,
  seed: z.int(),
  /** What else decides what is compared: the phone, and what is forbidden. JSON text. */
  choice: z.string(),
});
export type FidelityStart = z.infer<typeof FidelityStartSchema>;

/** A recorded transition, and what the live app did. */
export const CheckedTransitionSchema = z.object({
  ...base,
  type: z.literal('transition'),
  /** Node ids. */
  from: z.string(),
  /** Native action of the graph. */
  action: z.record(z.string(), z.unknown()),
  expected: z.array(z.string()),
  /**
   * `agrees` · `differs` the live app shows another recorded state, or one that nobody recorded · `stays` it did not move though the
   * recording does · `crash` the app or the phone went down · `unreached` no way led to `from` · `refused` the action is forbidden.
   */
  verdict: z.enum(['agrees', 'differs', 'stays', 'crash', 'unreached', 'refused']),
  /** The recorded state that the live screen is most like; null for one that is like none. */
  shown: z.string().nullable(),
  /** How like it is, 0-1. */
  similarity: z.number(),
  /** Number of the live screen in this file; null where none was looked at. */
  screen: z.int().nonnegative().nullable(),
});
export type CheckedTransition = z.infer<typeof CheckedTransitionSchema>;

/** A live screen of a recorded state, or of none, in `screens/` of the folder. */
export const LiveScreenSeenSchema = z.object({
  ...base,
  type: z.literal('screen'),
  screen: z.int().nonnegative(),
  /** Node id; null for a screen that is like none. */
  node: z.string().nullable(),
  similarity: z.number(),
  /** Whether nothing but the shortest way was done before it: only then nothing that the app remembers shows. */
  fresh: z.boolean(),
  /** Whether its picture is another one; null where labels are compared. */
  repainted: z.boolean().nullable(),
  /** Labels that the recorded screen has and the live one has not, and the other way round. */
  missing: z.array(z.string()),
  added: z.array(z.string()),
  picture: Sha256Schema.nullable(),
  hierarchy: Sha256Schema.nullable(),
  size: SizeSchema.nullable(),
  activity: ActivitySchema.nullable(),
});
export type LiveScreenSeen = z.infer<typeof LiveScreenSeenSchema>;

/** The comparison is at its end. */
export const FidelityEndSchema = z.object({
  ...base,
  type: z.literal('fidelity-end'),
  reason: z.enum(['complete', 'steps', 'seconds', 'start']),
});

export type FidelityEnd = z.infer<typeof FidelityEndSchema>;

export const FidelityEventSchema = z.discriminatedUnion('type', [
  FidelityStartSchema,
  CheckedTransitionSchema,
  LiveScreenSeenSchema,
  FidelityEndSchema,
]);
export type FidelityEvent = z.infer<typeof FidelityEventSchema>;
