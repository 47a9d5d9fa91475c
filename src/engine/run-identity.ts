import type { Agent } from '../agents/agent.js';
import type { Benchmark } from '../benchmarks/benchmark.js';
import { entryValue } from '../domain/text/entry-words.js';
import {
  identityDifferences,
  type ConfigurationDifference,
  RunIdentitySchema,
  type EpisodeLimits,
  type ItemSample,
  type RetryPolicy,
  type RunIdentity,
} from '../domain/run.js';
import { UserError } from '../errors.js';
import { canonicalJson, sha256 } from '../formats/run/canonical-json.js';
import type { ModelRoles } from '../models/model.js';

/** Settings of a run besides its benchmark, agent and models. */
export interface RunSettings extends Partial<
  Pick<
    RunIdentity,
    | 'observation'
    | 'dialect'
    | 'prompts'
    | 'promptSource'
    | 'history'
    | 'coordinates'
    | 'parsing'
    | 'terminalStep'
    | 'formatErrors'
    | 'judges'
    | 'plugins'
    | 'fork'
  >
> {
  /** Version of Touchstone. */
  readonly touchstone: string;
  readonly seed: number;
  readonly repeats: number;
  /** Language of the instructions; each task's first when absent. */
  readonly language?: string | null;
  /** Ids of the chosen items; all when absent. */
  readonly items?: readonly string[] | null;
  /** How these were drawn, where they are a random sample. */
  readonly sample?: ItemSample | null;
  /** Switches the benchmark was opened with. */
  readonly benchmarkSettings?: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<EpisodeLimits>;
  readonly retry?: Partial<RetryPolicy>;
}

const NO_LIMITS: EpisodeLimits = { steps: null, seconds: null, tokens: null, money: null };
const RETRY: RetryPolicy = { attempts: 6, firstDelayMs: 1_000, maxDelayMs: 60_000 };

/**
 * Everything that can change a score of this run, defaults filled in, as the journal gives it back.
 *
 * @throws {UserError} when settings of the agent, a model or the benchmark are not plain JSON
 */
export function identifyRun(
  parts: { readonly benchmark: Benchmark; readonly agent: Agent; readonly models: ModelRoles },
  settings: RunSettings,
): RunIdentity {
  const { benchmark, agent, models } = parts;
  const { needs } = agent;
  const shown = needs.pictures ? 'screenshot' : needs.hierarchy ? 'hierarchy' : 'none';
  const identity: RunIdentity = {
    touchstone: settings.touchstone,
    benchmark: {
      name: benchmark.name,
      version: benchmark.version,
      dataHash: benchmark.dataHash,
      split: benchmark.split,
      language: settings.language ?? null,
      settings: benchmark.identity ?? settings.benchmarkSettings ?? {},
      items: chosenItems(settings.items ?? null),
      ...(settings.sample === undefined || settings.sample === null ? {} : { sample: settings.sample }),
    },
    environment: benchmark.items.environments.identity,
    mode: benchmark.mode,
    observation: settings.observation ?? { kind: shown, picture: needs.pictures ? 'source' : 'none' },
    agent: {
      name: agent.name,
      version: agent.version,
      settings: agent.settings,
      privileged: needs.privileges,
    },
    dialect: settings.dialect ?? null,
    prompts: settings.prompts ?? {},
    ...(settings.promptSource === undefined ? {} : { promptSource: settings.promptSource }),
    history: settings.history ?? { kind: 'full', length: null },
    coordinates: settings.coordinates ?? null,
    parsing:
      settings.parsing ?? (benchmark.mode === 'reference' ? `reference:${benchmark.name}` : 'tolerant'),
    terminalStep: settings.terminalStep ?? 'stop_or_final_answer',
    formatErrors: settings.formatErrors ?? 'end',
    models: Object.fromEntries(Object.entries(models).map(([role, model]) => [role, model.identity])),
    limits: { ...NO_LIMITS, ...settings.limits },
    retry: { ...RETRY, ...settings.retry },
    judges: settings.judges ?? {},
    ...(settings.plugins === undefined ? {} : { plugins: settings.plugins }),
    seed: settings.seed,
    repeats: settings.repeats,
    ...(settings.fork === undefined ? {} : { fork: settings.fork }),
  };
  // Through canonical JSON, so that what cannot be written down is refused now and equal runs are equal texts.
  const parsed = RunIdentitySchema.safeParse(JSON.parse(canonicalJson(identity)));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UserError(
    `The run's settings are not valid: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}

/** A set of ids, however it was written. */
function chosenItems(items: readonly string[] | null): string[] | null {
  return items === null ? null : [...new Set(items)].sort();
}

/** SHA-256 of an identity as canonical JSON. */
export function identityHash(identity: RunIdentity): string {
  return sha256(canonicalJson(identity));
}

/** A run is to be resumed or scored as something it is not. */
export class RunDiffersError extends UserError {
  override readonly code = 'RUN_DIFFERS';
}

/** @throws {RunDiffersError} naming the entries in which the identities differ */
export function requireSameIdentity(recorded: RunIdentity, given: RunIdentity, file: string): void {
  const differences = identityDifferences(recorded, given);
  if (differences.length === 0) return;
  const lines = differences.map(
    (entry) =>
      `${entry.path}: ${shown(entry, entry.left, null)} in the run, ${shown(entry, entry.right, entry.left)} now`,
  );
  throw new RunDiffersError(`This is not the run's configuration. ${lines.join('; ')}`, {
    place: { file },
    hint: 'Resume with the configuration the run began with, or start a new run.',
  });
}

function shown({ path }: ConfigurationDifference, value: unknown, other: unknown): string {
  if (Array.isArray(value)) return entryValue(path, value, other);
  return value === undefined ? 'absent' : JSON.stringify(value);
}
