import { z } from 'zod';
import { ActionSchema } from '../../domain/action.js';
import { SizeSchema } from '../../domain/coordinates/geometry-schemas.js';
import { RecordedMilestoneSchema, UnitBoxSchema } from '../../domain/recordings/recorded-milestone.js';
import { EnvironmentIdentitySchema } from '../../domain/run.js';
import { ActivitySchema } from '../../domain/screen.js';
import { Sha256Schema } from '../run/journal/event.js';

/**
 * Version of recordings made by hand. New optional fields and new kinds that an old reader may skip leave it as it is; anything
 * else raises it.
 */
export const RECORDING_VERSION = 1;

/** First line of a recording. */
export const RecordingHeaderSchema = z.object({
  format: z.literal('touchstone-recording'),
  formatVersion: z.literal(RECORDING_VERSION),
  /** Version of Touchstone that wrote it. */
  touchstone: z.string(),
  startedAt: z.iso.datetime(),
  /** What the phone was. */
  environment: EnvironmentIdentitySchema,
  /** Task of a suite that it is a recording of; null where the person says what is done. */
  task: z.string().nullable(),
  /** Language tag of the instruction. */
  language: z.string().min(1),
  instruction: z.string(),
  /** Areas that are masked on every screen. */
  masks: z.array(UnitBoxSchema).readonly(),
});
export type RecordingHeader = z.infer<typeof RecordingHeaderSchema>;

const base = { at: z.iso.datetime() };

export const RecordingEventSchema = z.discriminatedUnion('kind', [
  /** A screen that the person saw, masked: its files lie in `screens/` under their hashes. */
  z.object({
    ...base,
    kind: z.literal('screen'),
    screen: z.string().min(1),
    size: SizeSchema,
    activity: ActivitySchema.nullable(),
    /** What the app says its state is. */
    state: z.string().nullable(),
    picture: Sha256Schema,
    hierarchy: Sha256Schema.nullable(),
  }),
  /** Something that the person did on a screen. */
  z.object({
    ...base,
    kind: z.literal('step'),
    screen: z.string().min(1),
    action: ActionSchema,
    /** What the phone did with it. */
    rule: z.string(),
    detail: z.string().optional(),
    /** The text that was typed is not kept. */
    isMasked: z.literal(true).optional(),
  }),
  /** The screen after the last step; the last one counts. */
  z.object({ ...base, kind: z.literal('after'), screen: z.string().min(1) }),
  z.object({ ...base, kind: z.literal('milestone'), milestone: RecordedMilestoneSchema }),
  z.object({ ...base, kind: z.literal('milestone-removed'), id: z.string().min(1) }),
  /** From here on the area is masked on every screen. */
  z.object({ ...base, kind: z.literal('mask'), box: UnitBoxSchema }),
  z.object({ ...base, kind: z.literal('instruction'), instruction: z.string().min(1) }),
  z.object({
    ...base,
    kind: z.literal('end'),
    status: z.enum(['complete', 'impossible']),
    /** Why the task cannot be done. */
    reason: z.string().optional(),
    /** Names or packages of the apps that were used. */
    apps: z.array(z.string()),
    notes: z.string(),
  }),
]);
export type RecordingEvent = z.infer<typeof RecordingEventSchema>;
export type RecordingEventOf<K extends RecordingEvent['kind']> = Extract<RecordingEvent, { kind: K }>;

/** Kinds that this version knows. */
export const RECORDING_EVENT_KINDS: ReadonlySet<string> = new Set(
  RecordingEventSchema.options.map((option) => option.shape.kind.value),
);
