import { z } from 'zod';
import { ActionSchema, StopStatusSchema } from '../../domain/action.js';
import { SizeSchema } from '../../domain/coordinates/geometry-schemas.js';
import { ActivitySchema } from '../../domain/screen.js';
import { isTimeZone } from '../../domain/clock/time-zone.js';
import { Sha256Schema, TransitionSchema } from '../run/journal/event.js';

/**
 * Version of the event log of a phone. New optional fields and new kinds that an old reader may skip leave it as it is;
 * anything else raises it.
 */
export const PHONE_LOG_VERSION = 1;

const AppSchema = z.object({
  package: z.string(),
  name: z.string().nullable(),
  activity: z.string().nullable(),
  isSystem: z.boolean(),
  /** Other packages that open it. */
  aliases: z.array(z.string()).readonly().optional(),
  intents: z
    .array(
      z.object({
        action: z.string(),
        categories: z.array(z.string()).readonly().optional(),
        data: z.array(z.string()).readonly().optional(),
        types: z.array(z.string()).readonly().optional(),
      }),
    )
    .readonly()
    .optional(),
});

/** What the phone was: enough to put the same one up again. */
const PhoneProfileSchema = z.object({
  product: z.string(),
  model: z.string(),
  device: z.string(),
  density: z.number().positive(),
  size: SizeSchema,
  apps: z.array(AppSchema).readonly(),
  /** Milliseconds since 1970. */
  startsAt: z.number(),
  timeZone: z.string().refine(isTimeZone).default('UTC'),
  /** Package of the home screen. */
  home: z.string().optional(),
  locale: z.string(),
  /** States whose foreground app is known independent of their screens: package by state. */
  landmarks: z.record(z.string(), z.string()).optional(),
  hasWaits: z.boolean(),
});

/** First line of a log. */
export const PhoneLogHeaderSchema = z.object({
  format: z.literal('touchstone-phone'),
  formatVersion: z.literal(PHONE_LOG_VERSION),
  /** Version of Touchstone that wrote it. */
  touchstone: z.string(),
  /** Real time, ISO 8601 in UTC. */
  startedAt: z.iso.datetime(),
  serial: z.string(),
  profile: PhoneProfileSchema,
  /** As the phone was set up; `PhoneOptionsSchema` reads them. */
  options: z.record(z.string(), z.json()),
  limits: z.record(z.string(), z.number()),
  /** Which recorded world: benchmark or graph, null where it is not given. */
  world: z.string().nullable(),
  /** Episode of that world. */
  task: z.string(),
  repeat: z.int().nonnegative(),
  seed: z.number(),
  /** State that it started in. */
  state: z.string().nullable(),
});
export type PhoneLogHeader = z.infer<typeof PhoneLogHeaderSchema>;

const Coordinates = z.tuple([z.number(), z.number()]).readonly();

/** A movement on the glass, pixels of the screen on display. */
const GestureSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tap'), x: z.number(), y: z.number() }),
  z.object({
    type: z.enum(['swipe', 'drag']),
    from: Coordinates,
    to: Coordinates,
    durationMs: z.number(),
  }),
  z.object({ type: z.enum(['down', 'move', 'up']), x: z.number(), y: z.number() }),
]);

/** Where an answer was taken from that nobody said to the phone: a line of what its command printed, and the rule that found it. */
const AnswerSourceSchema = z.object({
  output: z.enum(['stdout', 'stderr']),
  /** From 1. */
  line: z.int().positive(),
  rule: z.string(),
});
export type AnswerSource = z.infer<typeof AnswerSourceSchema>;

/** One indivisible thing done to the phone. Turns never overlap; their order is the order of the log. */
export const TurnSchema = z.discriminatedUnion('does', [
  /** An Android program starts. */
  z.object({ does: z.literal('call'), words: z.array(z.string()).readonly() }),
  z.object({ does: z.literal('gesture'), gesture: GestureSchema }),
  z.object({ does: z.literal('type'), text: z.string(), source: z.string() }),
  z.object({ does: z.literal('keys'), codes: z.array(z.int()).readonly(), isLong: z.boolean().optional() }),
  z.object({ does: z.literal('keys_together'), codes: z.array(z.int()).readonly() }),
  z.object({ does: z.literal('clear_text'), source: z.string() }),
  z.object({ does: z.literal('editor_action'), source: z.string() }),
  z.object({ does: z.literal('open_app'), package: z.string(), activity: z.string().nullable() }),
  z.object({ does: z.literal('stop_app'), package: z.string() }),
  z.object({
    does: z.literal('go_home'),
    /** The whole phone starts anew, and shows its home screen then. */
    restarts: z.literal(true).optional(),
  }),
  z.object({
    does: z.literal('open_url'),
    url: z.string(),
    /** Who takes it, and whether that app's start shows it; null: nobody. */
    handler: z.object({ app: z.string(), starts: z.boolean() }).nullable().optional(),
  }),
  z.object({ does: z.literal('look'), what: z.enum(['screenshot', 'hierarchy']) }),
  z.object({ does: z.literal('answer'), text: z.string(), source: AnswerSourceSchema.optional() }),
  z.object({ does: z.literal('finish'), status: StopStatusSchema }),
  /** Anything held back is carried out: the first tap of what is no double tap, typed text. */
  z.object({ does: z.literal('settle'), text: z.boolean() }),
]);
export type Turn = z.infer<typeof TurnSchema>;

const base = {
  /** Counts from 0, line by line. */
  seq: z.int().nonnegative(),
  /** Milliseconds since 1970 by the phone's own clock. */
  t: z.number(),
  /** The same by the clock of the machine. */
  wall: z.number(),
  /** Stream it came over, counted from 1; null where it came from none (the control interface). */
  stream: z.int().positive().nullable(),
};
/** `seq` of the command that it is about. */
const command = { command: z.int().nonnegative().nullable() };
const oddity = <K extends string>(kind: K) =>
  z.object({ ...base, ...command, kind: z.literal(kind), what: z.string() });

/** An event of a phone, as a line of its log. Source: kinds of the specification of phones over ADB, and `turn`, `done`, `failure`. */
export const PhoneEventSchema = z.discriminatedUnion('kind', [
  /** A client opened a service; the string as it came. */
  z.object({ ...base, kind: z.literal('command'), service: z.string() }),
  /**
   * Bytes that the client sent into a service, in order: as text, as base64 where they are not UTF-8, or as nothing but
   * length and hash where they are many.
   */
  z.object({
    ...base,
    ...command,
    kind: z.literal('input'),
    bytes: z.int().nonnegative(),
    text: z.string().optional(),
    base64: z.base64().optional(),
    sha256: Sha256Schema.optional(),
    /** The client sends no more. */
    end: z.literal(true).optional(),
  }),
  z.object({ ...base, ...command, kind: z.literal('turn'), turn: TurnSchema }),
  /** The service ended. */
  z.object({
    ...base,
    ...command,
    kind: z.literal('done'),
    /** Exit status, where the service has one. */
    exitCode: z.int().nullable(),
    bytesIn: z.int().nonnegative(),
    bytesOut: z.int().nonnegative(),
    /** The client was gone, or the phone taken away, before the end. */
    gone: z.boolean(),
  }),
  /** A look as an agent takes it. */
  z.object({
    ...base,
    ...command,
    kind: z.literal('observe'),
    what: z.enum(['screenshot', 'hierarchy']),
    screen: z.string(),
    state: z.string().nullable(),
    /** SHA-256 of the recorded picture or hierarchy, where it is known. */
    hash: Sha256Schema.nullable(),
  }),
  /** An action that the recorded world was asked for. */
  z.object({
    ...base,
    ...command,
    kind: z.literal('action'),
    action: ActionSchema,
    from: z.string().nullable(),
    to: z.string().nullable(),
    transition: TransitionSchema.nullable(),
    /** `seq` of the commands that it was built from. */
    commands: z.array(z.int().nonnegative()).readonly(),
    /** Looks since the action before; 0 is a blind action. */
    observations: z.int().nonnegative(),
    isInferred: z.literal(true).optional(),
    isRepeat: z.literal(true).optional(),
    /**
     * Of a touch that met nothing recorded: whether the recorded hierarchy has something there that takes it. Absent where
     * none can be read.
     */
    offered: z.boolean().optional(),
    /** The world had ended the episode with this action or before it. */
    ended: z.literal(true).optional(),
  }),
  oddity('ignored'),
  oddity('rejected'),
  oddity('absorbed'),
  oddity('refused'),
  oddity('unknown_command'),
  oddity('unknown_service'),
  oddity('malformed'),
  z.object({
    ...base,
    ...command,
    kind: z.literal('out_of_bounds'),
    gesture: GestureSchema,
    size: SizeSchema,
  }),
  z.object({
    ...base,
    ...command,
    kind: z.literal('answer'),
    text: z.string(),
    /** Absent where it was said to the phone. */
    source: AnswerSourceSchema.optional(),
  }),
  z.object({ ...base, ...command, kind: z.literal('finish'), status: StopStatusSchema }),
  /**
   * What was on display of a real phone that is recorded, between the commands: before the first, and after what acted.
   * Files are named by their hashes.
   */
  z.object({
    ...base,
    kind: z.literal('capture'),
    screen: z.string(),
    size: SizeSchema.nullable(),
    activity: ActivitySchema.nullable(),
    picture: Sha256Schema.nullable(),
    hierarchy: Sha256Schema.nullable(),
    /** What could not be had, and why. */
    problems: z.array(z.string()).readonly().optional(),
  }),
  /** A limit was met; services are refused from here on. */
  z.object({ ...base, kind: z.literal('limit'), limit: z.string(), value: z.number() }),
  /** What happened to connections. */
  z.object({ ...base, kind: z.literal('transport'), what: z.string(), detail: z.string().optional() }),
  /** The recorded world failed. */
  z.object({ ...base, ...command, kind: z.literal('failure'), code: z.string(), message: z.string() }),
]);
export type PhoneEvent = z.infer<typeof PhoneEventSchema>;
export type PhoneEventKind = PhoneEvent['kind'];
export type PhoneEventOf<K extends PhoneEventKind> = Extract<PhoneEvent, { kind: K }>;

/** Kinds that this version knows. */
export const PHONE_EVENT_KINDS: ReadonlySet<string> = new Set<string>(
  PhoneEventSchema.options.map(({ shape }) => shape.kind.value),
);
