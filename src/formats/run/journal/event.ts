import { z } from 'zod';
import { DecisionSchema } from '../../../domain/decision.js';
import { EpisodeEndSchema, FaultSchema, ItemKeySchema, OutcomeSchema } from '../../../domain/episode.js';
import { SizeSchema } from '../../../domain/coordinates/geometry-schemas.js';
import { RunIdentitySchema, RunOperationSchema } from '../../../domain/run.js';
import { ActivitySchema } from '../../../domain/screen.js';
import type { Transition } from '../../../domain/trajectory.js';
import { TaskSchema } from '../../../domain/task.js';

/**
 * Version of the journal and of score files. New optional fields and new kinds of events that an old reader may skip
 * leave it as it is; anything else raises it, and an older Touchstone then refuses the file.
 */
export const RUN_FORMAT_VERSION = 1;

/** SHA-256 in lower-case hex. */
export const Sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

const at = { at: z.iso.datetime() };
/** By a writer that is given its items: how its session begins and ends tells nothing of the run. */
const joined = { joined: z.literal(true).optional() };
/** An attempt at an item; attempts of one item count from 1. */
const attempt = { ...at, ...ItemKeySchema.shape, attempt: z.int().positive() };
/** A step of an attempt, from 0. */
const step = { ...attempt, step: z.int().nonnegative() };

/** Bytes of a screen. They lie in `files/` by their hash when `stored`; else in the world the screen was recorded in. */
export const ContentRecordSchema = z.object({
  mediaType: z.string(),
  hash: Sha256Schema.nullable(),
  stored: z.boolean(),
});
export type ContentRecord = z.infer<typeof ContentRecordSchema>;

/** A screen as the journal names it. */
export const ScreenRecordSchema = z.object({
  id: z.string(),
  size: SizeSchema.nullable(),
  activity: ActivitySchema.nullable(),
  picture: ContentRecordSchema.nullable(),
  hierarchy: ContentRecordSchema.nullable(),
});
export type ScreenRecord = z.infer<typeof ScreenRecordSchema>;

export const TransitionSchema = z
  .object({
    rule: z.string(),
    candidates: z.array(z.string()).readonly().optional(),
    next: z.string().nullable(),
    detail: z.string().optional(),
    draws: z.int().nonnegative().optional(),
    reply: z.object({ text: z.string(), isKnown: z.boolean() }).readonly().optional(),
    events: z
      .array(z.object({ id: z.string(), happened: z.boolean() }).readonly())
      .readonly()
      .optional(),
  })
  .readonly() satisfies z.ZodType<Transition>;

/** A failure as it is written down: its owner, its stable code, and where it came from when it is a bug. */
export const FailureSchema = z.object({
  fault: FaultSchema,
  code: z.string(),
  message: z.string(),
  stack: z.string().optional(),
});
export type Failure = z.infer<typeof FailureSchema>;

/** First event of every journal: what is run, under which configuration. */
export const RunStartSchema = z.object({
  type: z.literal('run-start'),
  ...at,
  formatVersion: z.literal(RUN_FORMAT_VERSION),
  run: z.string().min(1),
  /** Who writes this journal; also in its file name. */
  writer: z.string().min(1),
  identity: RunIdentitySchema,
  /** SHA-256 of the identity as canonical JSON. */
  identityHash: Sha256Schema,
  operation: RunOperationSchema,
  /** Where an interrupted episode of this agent continues: after its last complete step, or from its start. */
  resume: z.enum(['step', 'item']),
  /** Items times repeats. */
  planned: z.int().nonnegative(),
  /** What differs from the published data or could not be read. */
  warnings: z.array(z.string()),
  node: z.string(),
  platform: z.string(),
});

/** The run continues after an interruption. */
export const RunResumeSchema = z.object({
  type: z.literal('run-resume'),
  ...at,
  operation: RunOperationSchema,
  /** Items that were complete by then. */
  finished: z.int().nonnegative(),
  /** Bytes of a torn tail that were cut off this journal. */
  cutBytes: z.int().nonnegative(),
  ...joined,
  node: z.string(),
  platform: z.string(),
});

/**
 * A model was asked once whether it can be asked, before the items of a session. In the cost of the run, in no score and no
 * identity.
 */
export const PreflightSchema = z.object({
  type: z.literal('preflight'),
  ...at,
  /** Roles that are bound to it. */
  roles: z.array(z.string()).readonly(),
  /** Base URL, without secrets. */
  endpoint: z.string(),
  /** Model id as it is asked for. */
  model: z.string(),
  /** A picture was sent, and taken. */
  pictures: z.boolean(),
  /** Model id as the endpoint reports it. */
  answeredBy: z.string().nullable(),
  inputTokens: z.int().nonnegative().nullable(),
  outputTokens: z.int().nonnegative().nullable(),
  /** US dollars, where a price is known. */
  costUsd: z.number().nonnegative().nullable(),
  latencyMs: z.number().nonnegative(),
  fromCache: z.boolean(),
});
/** What asking a model once has shown and cost. */
export type PreflightRecord = Omit<z.infer<typeof PreflightSchema>, 'at' | 'type'>;

/** A task in full, written once per journal before the first item that needs it. */
export const TaskEventSchema = z.object({ type: z.literal('task'), ...at, task: TaskSchema });

/** An attempt begins at the start of its task. */
export const ItemStartSchema = z.object({
  type: z.literal('item-start'),
  ...attempt,
  /** Id of the task. */
  task: z.string(),
  /**
   * `plan` its first; `retry` after a failure that may pass; `restart` when an interrupted attempt could not continue;
   * `again` when a voided item was asked for once more.
   */
  cause: z.enum(['plan', 'retry', 'restart', 'again']),
  /** Why it starts over, where it does. */
  reason: z.string().optional(),
  /**
   * The attempt of another writer that it goes on from: its first `steps` steps follow here as that writer's journal has
   * them. They were asked and paid for there. Failures of the item so far count on (`item-retry`), those since it got
   * further than `failedAt` steps.
   */
  takesOver: z
    .object({
      writer: z.string().min(1),
      attempt: z.int().positive(),
      steps: z.int().nonnegative(),
      failures: z.int().positive().optional(),
      failedAt: z.int().nonnegative().optional(),
    })
    .readonly()
    .optional(),
  maxSteps: z.int().positive(),
});

/** An attempt continues where the journal left it. */
export const ItemResumeSchema = z.object({
  type: z.literal('item-resume'),
  ...step,
  /** `retry` within one session, `resume` after an interruption. */
  cause: z.enum(['retry', 'resume']),
  /** How the environment came back: start state alone, recorded actions played again and compared, or a snapshot. */
  method: z.enum(['start', 'replay', 'snapshot']),
  /** What was recorded of this unfinished step is void: it is observed and decided anew. */
  redo: z.boolean(),
});

/** What was to be seen before a step, or at the end. */
export const ObservationEventSchema = z.object({
  type: z.literal('observation'),
  ...step,
  /** State of the environment, such as a node id of the graph. */
  state: z.string().nullable(),
  screen: ScreenRecordSchema,
});

/** One call of a model, made while the agent decided. */
export const ModelCallSchema = z.object({
  type: z.literal('model-call'),
  ...step,
  role: z.string(),
  /** SHA-256 of the request as canonical JSON, pictures by their hashes. */
  request: Sha256Schema,
  answer: z
    .object({
      text: z.string(),
      reasoning: z.string().optional(),
      /** Characters of text and reasoning in full, where the journal has only their beginning. */
      fullLength: z.object({ text: z.int().nonnegative(), reasoning: z.int().nonnegative() }).optional(),
      finishReason: z.enum(['stop', 'length', 'refusal', 'other']),
      /** Model id as the endpoint reports it. */
      model: z.string().nullable(),
    })
    .nullable(),
  error: FailureSchema.optional(),
  inputTokens: z.int().nonnegative().nullable(),
  outputTokens: z.int().nonnegative().nullable(),
  /** Part of the input that the provider had in its cache. */
  cachedInputTokens: z.int().nonnegative().optional(),
  /** Part of the input that the provider wrote into its cache. */
  cacheWriteTokens: z.int().nonnegative().optional(),
  /** Part of the output that was thinking. */
  reasoningTokens: z.int().nonnegative().optional(),
  /** Tokens are counted from the texts, because the endpoint reported none. */
  estimated: z.boolean().optional(),
  /** What of the request was not sent as asked. */
  warnings: z.array(z.string()).readonly().optional(),
  /** Attempts that failed before this outcome. */
  retries: z
    .array(z.object({ code: z.string(), message: z.string(), delayMs: z.number().nonnegative() }))
    .readonly()
    .optional(),
  /** US dollars, where a price is known. */
  costUsd: z.number().nonnegative().nullable(),
  latencyMs: z.number().nonnegative(),
  fromCache: z.boolean(),
  /** What was measured of a live call; absent for answers from a cache or a recording. */
  measures: z
    .object({
      /** Milliseconds from the request to the first token. */
      firstTokenMs: z.number().nonnegative().optional(),
      /** Output tokens per second from the first to the last of them. */
      tokensPerSecond: z.number().nonnegative().optional(),
      /** Milliseconds that the rate is over. */
      ratedMs: z.number().nonnegative().optional(),
      /** Part of the input that pictures took. */
      pictureTokens: z.int().nonnegative().optional(),
      /** Part of those that the pictures of earlier steps took. */
      historyPictureTokens: z.int().nonnegative().optional(),
      pictureTokensBy: z.enum(['endpoint', 'dialect', 'profile']).optional(),
    })
    .optional(),
});
export type ModelCallEvent = z.infer<typeof ModelCallSchema>;

/** What the agent decided. */
export const DecisionEventSchema = z.object({
  type: z.literal('decision'),
  ...step,
  decision: DecisionSchema,
  durationMs: z.number().nonnegative(),
});

/** What the environment did; the step is complete. */
export const TransitionEventSchema = z.object({
  type: z.literal('transition'),
  ...step,
  transition: TransitionSchema,
  /** The environment ended the episode. */
  ended: z.boolean(),
  /** Text for the scorer. */
  answer: z.string().optional(),
  /** State to restore the environment to, from environments that cannot be replayed. */
  snapshot: z.record(z.string(), z.unknown()).optional(),
  durationMs: z.number().nonnegative(),
});

/** An attempt failed in a way that may pass; another follows after the delay. */
export const ItemRetrySchema = z.object({
  type: z.literal('item-retry'),
  ...attempt,
  failure: FailureSchema,
  /** Picture that a live device showed last, where no step has it. */
  lastScreen: ScreenRecordSchema.optional(),
  /** Failures of this item since it last got further than any of them. */
  failures: z.int().positive(),
  delayMs: z.number().nonnegative(),
});

/** The item is done. */
export const ItemEndSchema = z.object({
  type: z.literal('item-end'),
  ...attempt,
  end: EpisodeEndSchema,
  /** Complete steps. */
  steps: z.int().nonnegative(),
  failure: FailureSchema.optional(),
  /** Picture that a live device showed last, where no step has it. */
  lastScreen: ScreenRecordSchema.optional(),
  /** What it came to by the benchmark's rules, where the run's gate was decided by that; absent where that cannot be told. */
  outcome: OutcomeSchema.optional(),
  /** Random words that it consumed of the stream which episodes share, where several writers do them. */
  draws: z.int().nonnegative().optional(),
  /** Deciding and acting, waits between attempts left out. */
  durationMs: z.number().nonnegative(),
});

/**
 * Whose end of an item counts, in a run of several writers whose episodes draw from one random stream: what comes after was drawn
 * behind that one.
 */
export const ItemSettleSchema = z.object({
  type: z.literal('item-settle'),
  ...at,
  ...ItemKeySchema.shape,
  /** The attempt that counts, and in whose journal it is; absent once the item is asked for once more. */
  counts: z.object({ writer: z.string(), attempt: z.int().positive() }).optional(),
  /** Random words of the stream that all settled items have consumed. */
  draws: z.int().nonnegative(),
});

/** A budget of the run kept the item from being started or finished; it may still be, when the run is resumed. */
export const ItemSkipSchema = z.object({
  type: z.literal('item-skip'),
  ...at,
  ...ItemKeySchema.shape,
  task: z.string(),
  reason: z.enum(['time_budget', 'token_budget', 'money_budget']),
});

/** The run's gate was decided before the item was begun; it may still be done, when the run is resumed without the gate. */
export const ItemSpareSchema = z.object({
  type: z.literal('item-spare'),
  ...at,
  ...ItemKeySchema.shape,
  task: z.string(),
});

const RecordedStatusSchema = z.enum(['complete', 'interrupted', 'aborted', 'budget']);

/** As journals have it, and `decided`, which they write as `budget` with `decided`, so that older readers know it. */
export const RunStatusSchema = z.enum([...RecordedStatusSchema.options, 'decided']);
/**
 * How a session of a run ended: everything done, stopped after the steps in flight, stopped at once, out of budget, or with
 * its gate decided.
 */
export type RunStatus = z.infer<typeof RunStatusSchema>;

/** A session of the run ends. */
export const RunEndSchema = z.object({
  type: z.literal('run-end'),
  ...at,
  status: RecordedStatusSchema,
  /** What was left was not needed: the run's gate is decided. */
  decided: z.boolean().optional(),
  /** What stopped it, where that is a failure: a refused key, or an outage that outlasted the run's limit. */
  stoppedBy: FailureSchema.optional(),
  ...joined,
  /** Items complete, those of earlier sessions included. */
  finished: z.int().nonnegative(),
  durationMs: z.number().nonnegative(),
});

/** One line of a journal, without its checksum and sequence number. */
export const JournalEventSchema = z.discriminatedUnion('type', [
  RunStartSchema,
  RunResumeSchema,
  PreflightSchema,
  TaskEventSchema,
  ItemStartSchema,
  ItemResumeSchema,
  ObservationEventSchema,
  ModelCallSchema,
  DecisionEventSchema,
  TransitionEventSchema,
  ItemRetrySchema,
  ItemEndSchema,
  ItemSettleSchema,
  ItemSkipSchema,
  ItemSpareSchema,
  RunEndSchema,
]);
export type JournalEvent = z.infer<typeof JournalEventSchema>;
export type JournalEventType = JournalEvent['type'];
export type JournalEventOf<T extends JournalEventType> = Extract<JournalEvent, { type: T }>;
