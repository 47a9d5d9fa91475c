import { z } from 'zod';
import { StopStatusSchema } from '../../domain/action.js';
import { describeIssue } from '../../domain/text/describe-issue.js';
import type { PhoneEvent, PhoneEventOf } from '../../formats/phone/phone-event.js';
import { PhoneOptionsSchema, type PhoneOptions } from '../phone-options.js';

const PlaceSchema = z.custom<readonly [x: number, y: number]>(
  (value) => Array.isArray(value) && value.length === 2 && value.every((one) => Number.isFinite(one)),
  'it must be a list [x, y]',
);

/** Manual input, as the page and the control API send it: pixels of the screen on display. */
export const ManualInputSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tap'), x: z.number(), y: z.number() }),
  z.strictObject({
    type: z.literal('swipe'),
    from: PlaceSchema,
    to: PlaceSchema,
    durationMs: z.number().nonnegative().max(60_000).default(300),
  }),
  z.strictObject({ type: z.literal('text'), text: z.string().max(10_000) }),
  /** Android key code. */
  z.strictObject({ type: z.literal('key'), code: z.int().nonnegative().max(1_000) }),
]);
export type ManualInput = z.infer<typeof ManualInputSchema>;

/** Switches of a phone: those that are named, and nothing of the others' defaults. */
const SwitchesSchema = z
  .record(z.string(), z.json())
  .transform((given, { issues }): Partial<PhoneOptions> => {
    const parsed = z.strictObject(PhoneOptionsSchema.shape).safeParse(given);
    if (!parsed.success) {
      for (const issue of parsed.error.issues) {
        issues.push({ code: 'custom', message: describeIssue(issue), path: [...issue.path], input: given });
      }
      return z.NEVER;
    }
    return Object.fromEntries(Object.entries(parsed.data).filter(([name]) => Object.hasOwn(given, name)));
  });

/** What is asked for with a new phone. */
export const PhoneRequestSchema = z.strictObject({
  task: z.string().min(1),
  seed: z.int().nonnegative().optional(),
  repeat: z.int().nonnegative().optional(),
  /** Where this phone is set up otherwise than the station's. */
  options: SwitchesSchema.optional(),
});
export type PhoneRequest = z.infer<typeof PhoneRequestSchema>;

export const AnswerSchema = z.strictObject({ text: z.string().max(100_000) });
export const FinishSchema = z.strictObject({ status: StopStatusSchema.default('success') });

/** What the control API says of a phone. */
export interface PhoneInfo {
  readonly id: string;
  readonly serial: string;
  /** Port of its own adb server. */
  readonly serverPort: number;
  /** Port for `adb connect`. */
  readonly daemonPort: number;
  readonly task: string;
  readonly instruction: string;
  /** `running`, or how the episode ended. */
  readonly status: string;
  /** State of the recorded world on display. */
  readonly state: string | null;
  readonly actions: number;
  /** Actions that the episode may take; with one more the phone refuses everything until it is reset. */
  readonly maxActions: number;
  readonly observations: number;
  /** Typed, not yet taken in. */
  readonly pendingText: string;
  /** File of the episode's event log; null where none is kept. */
  readonly log: string | null;
  /** Variables with which a client reaches it. */
  readonly env: Readonly<Record<string, string>>;
}

/** The actions of an episode. */
export interface PhoneTrajectory {
  readonly actions: readonly PhoneEventOf<'action'>[];
  /** There were more than are kept: these are the first. */
  readonly truncated: boolean;
}

/** One phone that is kept up for whoever comes. */
export interface ServedPhone {
  readonly id: string;
  info(): PhoneInfo;
  /** What is on display, as a picture. */
  picture(options: {
    signal: AbortSignal;
  }): Promise<{ readonly bytes: Uint8Array; readonly mediaType: string }>;
  input(input: ManualInput): Promise<void>;
  answer(text: string): Promise<void>;
  finish(status: z.infer<typeof FinishSchema>['status']): Promise<void>;
  /** Back to the start of its task; clients lose their connections. */
  reset(): Promise<void>;
  /** Events of the episode so far; only the last of very many. */
  events(): readonly PhoneEvent[];
  /** Its actions so far, from the first on. */
  trajectory(): PhoneTrajectory;
  /** Calls `sink` for every further event; returns a function that stops it. */
  listen(sink: (event: PhoneEvent) => void): () => void;
}

/** The phones of one benchmark. */
export interface PhoneStation {
  /** Ids of the tasks there are, with what they ask. */
  tasks(): readonly { readonly id: string; readonly instruction: string; readonly maxActions: number }[];
  list(): readonly ServedPhone[];
  get(id: string): ServedPhone | undefined;
  /** @throws {UserError} for a task that there is not, or too many phones */
  add(request: PhoneRequest): Promise<ServedPhone>;
  remove(id: string): Promise<void>;
}
