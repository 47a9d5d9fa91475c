import { z } from 'zod';
import { ActionSchema } from './action.js';
import { ModeSchema } from './mode.js';
import { PromptSourceSchema, TextOriginsSchema } from './prompts/prompt-source.js';

/** A JSON object whose entries only their owner understands, such as an agent's switches. */
const SettingsSchema = z.record(z.string(), z.unknown());

/** Bounds of one episode; null is no bound. They can change a score, so they are part of a run's identity. */
export const EpisodeLimitsSchema = z.object({
  /** Steps, the benchmark's own default written out; null where tasks have limits of their own. */
  steps: z.int().positive().nullable(),
  /** Seconds of deciding and acting, waits between attempts left out. */
  seconds: z.number().positive().nullable(),
  /** Tokens in and out, of all model calls of the episode. */
  tokens: z.int().positive().nullable(),
  /** US dollars. */
  money: z.number().positive().nullable(),
});
export type EpisodeLimits = z.infer<typeof EpisodeLimitsSchema>;

/** What of an environment can change a score; part of a run's identity. */
export const EnvironmentIdentitySchema = z.object({
  /** What it is: `graph`, `replay`, `question`, `recorded_app`, or what a plug-in calls its own. */
  kind: z.string().min(1),
  /** Make and model of the device, where it is one. */
  device: z.string().optional(),
  /** Operating system and version of the device. */
  system: z.string().optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
});
export type EnvironmentIdentity = z.infer<typeof EnvironmentIdentitySchema>;

/** What happens after a failure of a model or an environment that may pass by itself. */
export const RetryPolicySchema = z.object({
  /** Attempts in all, the first included. */
  attempts: z.int().positive(),
  /** Wait before the second attempt; doubles each time. */
  firstDelayMs: z.number().nonnegative(),
  maxDelayMs: z.number().nonnegative(),
});
export type RetryPolicy = z.infer<typeof RetryPolicySchema>;

/** A random choice among the items that could have been run. */
export const ItemSampleSchema = z.object({
  size: z.int().positive(),
  /** Items that it was drawn from. */
  of: z.int().positive(),
  seed: z.int(),
});
export type ItemSample = Readonly<z.infer<typeof ItemSampleSchema>>;

/** A sample in words: `random sample of 200 from 1667 tasks, seed 7`. */
export function sampleText({ size, of, seed }: ItemSample): string {
  return `random sample of ${size} from ${of} tasks, seed ${seed}`;
}

/**
 * What a run goes on from that begins where another was, at one step of one of its episodes. Its repeats are as many futures
 * of that episode; all begin with the same first steps, which it has from there.
 */
export const ForkSchema = z.object({
  /** Id of the run that it is forked from, and the hash of that one's identity. */
  run: z.string().min(1),
  identityHash: z.string(),
  item: z.string().min(1),
  repeat: z.int().nonnegative(),
  /** First step that is its own, from 0: as many steps are taken over. */
  step: z.int().nonnegative(),
  /** What the environment is started by in every future, so that it is the original's. */
  start: z.object({ seed: z.int(), repeat: z.int().nonnegative() }),
  /** What was changed by the user, by the setting's name, as it was written. */
  changes: z.record(z.string(), z.string()),
  /** What is done at that step in place of what the agent would decide. */
  action: ActionSchema.optional(),
  /**
   * First steps of which the agent finds no memory in its history, since another one left it there, or one that was asked in
   * another dialect.
   */
  forgets: z.int().nonnegative(),
});
export type Fork = Readonly<z.infer<typeof ForkSchema>>;

/**
 * Everything that can change a score. Its hash is the run's identity: two runs with equal hashes measured the same
 * thing, two others are compared only with their differing entries printed.
 */
export const RunIdentitySchema = z.object({
  /** Version of Touchstone. */
  touchstone: z.string(),
  benchmark: z.object({
    name: z.string(),
    version: z.string(),
    /** SHA-256 over the data files that can change a score. */
    dataHash: z.string(),
    split: z.string(),
    /** Language of the instructions; null is each task's first. */
    language: z.string().nullable(),
    settings: SettingsSchema,
    /** Ids of the items that were chosen; null is all. */
    items: z.array(z.string()).nullable(),
    /** How these were drawn; absent where they are no random sample. */
    sample: ItemSampleSchema.optional(),
  }),
  /** Where the episodes happen; absent in runs from before it was recorded. */
  environment: EnvironmentIdentitySchema.optional(),
  mode: ModeSchema,
  observation: z.object({
    /** What the agent is shown (`screenshot`, `marked_screenshot`, `accessibility`, …). */
    kind: z.string(),
    /** Rule that sizes the picture sent (`source`, `max_side:1024`, …). */
    picture: z.string(),
  }),
  agent: z.object({
    name: z.string(),
    version: z.string(),
    settings: SettingsSchema,
    /** Whether it was given the graph and the milestones. */
    privileged: z.boolean(),
  }),
  /** Prompt and grammar of a model family; null for agents without a model. */
  dialect: z.object({ name: z.string(), version: z.string() }).nullable(),
  /** Prompt name → SHA-256 of its text. */
  prompts: z.record(z.string(), z.string()),
  /** Whose words they are; absent: the dialect's and the agent's own. */
  promptSource: PromptSourceSchema.optional(),
  /** What of the earlier steps the model is shown; length null is all of them. */
  history: z.object({ kind: z.string(), length: z.int().nonnegative().nullable() }),
  /** Rule that turns a model's numbers into positions; null where no model names any. */
  coordinates: z.string().nullable(),
  /** Parse profile: `tolerant`, `strict` or `reference:<benchmark>`. */
  parsing: z.string(),
  /** Which actions end an episode (`stop_or_final_answer`, …). */
  terminalStep: z.string(),
  /** An unreadable answer ends the episode, or counts as a step that waits. */
  formatErrors: z.enum(['end', 'wait']),
  /** Role → the model's own identity: endpoint kind, model id, sampling. Never a secret. */
  models: z.record(z.string(), SettingsSchema),
  limits: EpisodeLimitsSchema,
  retry: RetryPolicySchema,
  /** Judge name → model, rubric hashes, votes. */
  judges: z.record(z.string(), SettingsSchema),
  /** Plug-ins that were loaded for the run, by name; absent where there were none. */
  plugins: z
    .record(
      z.string(),
      z.object({
        version: z.string(),
        /** SHA-256 of its module or of its package's files. */ hash: z.string(),
      }),
    )
    .optional(),
  seed: z.int(),
  repeats: z.int().positive(),
  /** Where it begins, for a run that is no run of its benchmark from the start; absent in all others. */
  fork: ForkSchema.optional(),
});
export type RunIdentity = z.infer<typeof RunIdentitySchema>;

/** Bounds of the whole run; null is no bound. An item they keep from being done is `not_run`, never failed. */
export const RunBudgetsSchema = z.object({
  seconds: z.number().positive().nullable(),
  tokens: z.int().positive().nullable(),
  /** US dollars. */
  money: z.number().positive().nullable(),
});
export type RunBudgets = z.infer<typeof RunBudgetsSchema>;

const RatioSchema = z.number().min(0).max(1);

/** The gate that a run is watched for while it goes on, so that it can end once the gate is decided. */
export const SequentialRuleSchema = z.discriminatedUnion('gate', [
  z.object({
    gate: z.literal('min-success'),
    /** Success rate asked for, 0–1. */
    limit: RatioSchema,
  }),
  z.object({
    gate: z.literal('max-drop'),
    /** Drop allowed, 0–1. */
    limit: RatioSchema,
    /** Id of the run that is measured against. */
    baseline: z.string(),
    /** Item → its success rate there. Others are passed over. */
    rates: z.record(z.string(), RatioSchema),
  }),
]);
export type SequentialRule = z.infer<typeof SequentialRuleSchema>;

/**
 * How a run is carried out, which changes no item's score: it may differ when the run is resumed. Run budgets are here,
 * because raising one lets an interrupted run continue; the items left out are counted next to every rate.
 */
export const RunOperationSchema = z.object({
  /** Episodes at a time. */
  concurrency: z.int().positive(),
  budgets: RunBudgetsSchema,
  /** Where the official texts of its prompts were read; absent where there are none. */
  promptOrigins: TextOriginsSchema.optional(),
  /** Seconds that it waits for an endpoint that is gone; absent in runs from before it was recorded. */
  outageSeconds: z.number().nonnegative().optional(),
  /** The gate that ends the run once it is decided; absent where all episodes are to be done. */
  sequential: SequentialRuleSchema.optional(),
});
export type RunOperation = z.infer<typeof RunOperationSchema>;

export interface RunConfiguration {
  readonly identity: RunIdentity;
  readonly operation: RunOperation;
}

/** One entry in which two configurations differ; undefined where one side lacks it. */
export interface ConfigurationDifference {
  /** Way to the entry, such as `limits.steps`. */
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

/** What recorded phones did before these switches were recorded. */
export const OLDER_PHONES = { screenshots: 'recorded', counting: 'literal' } as const;

/**
 * Entries in which two runs' identities differ. An entry that one of them is too old to have is no difference, but for
 * switches of phones: what those did before there were switches is known.
 */
export function identityDifferences(
  left: RunIdentity,
  right: RunIdentity,
): readonly ConfigurationDifference[] {
  const [a, b] = [withPhoneSwitches(left), withPhoneSwitches(right)];
  if (a.environment !== undefined && b.environment !== undefined) return configurationDifferences(a, b);
  return configurationDifferences({ ...a, environment: null }, { ...b, environment: null });
}

/** Switches of a phone as they are told apart, and not the options they were given by a second time. */
function withPhoneSwitches(identity: RunIdentity): RunIdentity {
  const { agent } = identity;
  const { phone } = agent.settings;
  if (!isContainer(phone)) return identity;
  const { options: _, ...own } = agent.settings;
  const settings = { ...own, phone: { ...OLDER_PHONES, ...phone } };
  return { ...identity, agent: { ...agent, settings } };
}

/** Entries in which two configurations differ, by path. Values are JSON. */
export function configurationDifferences(left: unknown, right: unknown): readonly ConfigurationDifference[] {
  const found: ConfigurationDifference[] = [];
  collect(left, right, '', found);
  return found;
}

function collect(left: unknown, right: unknown, path: string, found: ConfigurationDifference[]): void {
  if (Object.is(left, right)) return;
  if (isPlainList(left) && isPlainList(right)) {
    // A list differs as a whole: that its third member is another says nothing once one is left out.
    if (JSON.stringify(left) !== JSON.stringify(right)) found.push({ path, left, right });
    return;
  }
  if (isContainer(left) && isContainer(right) && Array.isArray(left) === Array.isArray(right)) {
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
    for (const name of names) collect(left[name], right[name], path === '' ? name : `${path}.${name}`, found);
    return;
  }
  found.push({ path, left, right });
}

/** A list of texts and numbers, such as the ids of tasks. */
function isPlainList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((one) => !isContainer(one));
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
