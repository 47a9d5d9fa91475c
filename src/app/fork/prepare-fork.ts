import type { BenchmarkItem } from '../../benchmarks/benchmark.js';
import type { Fork, RunIdentity } from '../../domain/run.js';
import { randomStream } from '../../domain/random.js';
import { UserError } from '../../errors.js';
import { endAfterStep } from '../../engine/attempt/end-after-step.js';
import { mostSteps } from '../../engine/attempt/steps-allowed.js';
import { ForkNotRestorableError } from '../../engine/fork/fork-not-restorable.js';
import { requireSameIdentity } from '../../engine/run-identity.js';
import { AttemptRecord } from '../../formats/run/attempt-record.js';
import type { JournalEvent } from '../../formats/run/journal/event.js';
import { journalPath } from '../../formats/run/run-folder.js';
import { indexRun } from '../../formats/run/run-index.js';
import { prepareRun, type PreparedRun, type PrepareOptions } from '../run/prepare-run.js';
import { readRunRequest, type RunRequest } from '../run/run-settings-file.js';
import { SETTINGS, type SettingKey, type SettingOrigins, type Settings } from '../settings/setting.js';
import { requireTrustedRun, withGiven } from '../trust/trust-run.js';
import { parseChanges, type ForkChanges } from './fork-changes.js';
import { findOrigin, type ForkOrigin } from './fork-origin.js';

/** A fork as it is asked for; plain values, such as a page of the viewer sends. */
export interface ForkRequest {
  /** Folder of the run that is forked. It is only read. */
  readonly directory: string;
  /** Null: the only item of the run. */
  readonly item: string | null;
  /** From 0. */
  readonly repeat: number;
  /** First step that is to be another, from 0. */
  readonly step: number;
  /** Changes by name, see `parseChanges`. */
  readonly set: Readonly<Record<string, string>>;
  /** How many futures. */
  readonly times: number;
}

export interface PrepareForkOptions extends Pick<
  PrepareOptions,
  'workingDirectory' | 'environment' | 'onPhoneNote' | 'signal'
> {
  /** How the sessions of the fork are carried out, such as how many episodes at a time. */
  readonly session?: Partial<Settings>;
  /** Whether the settings of a run from elsewhere are used as they are. */
  readonly isTrusted?: boolean;
}

/** A fork that can begin. Its benchmark is the caller's to dispose of. */
export interface PreparedFork {
  readonly prepared: PreparedRun;
  readonly origin: ForkOrigin;
  readonly fork: Fork;
  /** How it is asked for, as its folder keeps it. */
  readonly request: RunRequest;
  /** What its journal begins with. */
  readonly beginning: readonly JournalEvent[];
}

/**
 * Opens everything that a fork needs, and makes sure that it can begin.
 *
 * @throws {ForkOriginError} where the run has no such item, repeat or step
 * @throws {ForkNotRestorableError} where the step cannot be come back to
 * @throws {RunDiffersError} where the benchmark is not any more what it was for the run
 * @throws {UserError} for changes that do not fit, and settings that nobody vouches for
 */
export async function prepareFork(request: ForkRequest, options: PrepareForkOptions): Promise<PreparedFork> {
  const { environment, workingDirectory, signal, session = {} } = options;
  const { directory, times } = request;
  const changes = parseChanges(request.set, workingDirectory);
  const index = await indexRun(directory, { signal });
  const origin = await findOrigin(index, request, { signal });
  const stored = await readRunRequest(directory, signal);
  const given = { ...session, ...changes.settings };
  if (options.isTrusted !== true) await requireTrustedRun(stored, given, environment);
  const { identity } = index.start;
  const settings = {
    ...withGiven(stored.settings, given),
    tasks: origin.item.key.item,
    limit: null,
    sample: null,
    repeats: times,
    seed: changes.settings.seed ?? ownSeed(origin),
  };
  const prepared = await prepareRun(stored.benchmark, settings, {
    workingDirectory: stored.workingDirectory,
    environment,
    ...(options.onPhoneNote === undefined ? {} : { onPhoneNote: options.onPhoneNote }),
    ...(changes.settings.agentOptions === undefined ? {} : { agentFolder: workingDirectory }),
    origins: originsOf(changes),
    onlyItem: origin.item.key.item,
    signal,
  });
  try {
    requireSameWorld(origin, prepared.configuration.identity);
    const item = await itemOf(prepared, origin);
    const { agent, dialect } = prepared.configuration.identity;
    const isSame = agent.name === identity.agent.name && dialect?.name === identity.dialect?.name;
    const fork: Fork = {
      run: index.start.run,
      identityHash: index.start.identityHash,
      item: origin.item.key.item,
      repeat: origin.item.key.repeat,
      step: origin.step,
      // A fork of a fork starts where the first one did.
      start: identity.fork?.start ?? { seed: identity.seed, repeat: origin.item.key.repeat },
      changes: { ...changes.named },
      ...(changes.action === null ? {} : { action: changes.action }),
      forgets: isSame ? Math.min(identity.fork?.forgets ?? 0, origin.step) : origin.step,
    };
    const forked = withFork(prepared, fork);
    const beginning = beginningOf(forked, origin, item);
    await requireRestorable(forked, origin, { item, beginning, signal });
    const { benchmark, workingDirectory: folder } = stored;
    return {
      prepared: forked,
      origin,
      fork,
      request: { benchmark, workingDirectory: folder, settings },
      beginning,
    };
  } catch (error) {
    await prepared.benchmark[Symbol.asyncDispose]();
    throw error;
  }
}

/** Seed of the agent and its models: another one than the run's, so that no future is the original's by force. */
function ownSeed({ index, item, step }: ForkOrigin): number {
  const { run, identity } = index.start;
  return randomStream(identity.seed, 'fork', run, item.key.item, item.key.repeat, step).below(2 ** 31);
}

/** What was changed counts as given by a flag, so that a change that would change nothing is refused. */
function originsOf({ settings }: ForkChanges): SettingOrigins {
  const keys = Object.keys(SETTINGS) as SettingKey[];
  const origins = keys.map((key) => [key, key in settings ? 'flag' : 'config file'] as const);
  return Object.fromEntries(origins) as SettingOrigins;
}

function withFork(prepared: PreparedRun, fork: Fork): PreparedRun {
  const { identity, operation } = prepared.configuration;
  return { ...prepared, configuration: { identity: { ...identity, fork }, operation } };
}

/** @throws {RunDiffersError} where tasks, data or environment are not those of the run */
function requireSameWorld({ index }: ForkOrigin, now: RunIdentity): void {
  const { start, directory } = index;
  const { benchmark, environment, mode } = now;
  const { sample: _, ...own } = start.identity.benchmark;
  requireSameIdentity(
    { ...start.identity, benchmark: { ...own, items: null } },
    {
      ...start.identity,
      benchmark: { ...benchmark, items: null },
      mode,
      ...(environment === undefined ? {} : { environment }),
    },
    journalPath(directory, start.writer),
  );
}

async function itemOf({ benchmark }: PreparedRun, { item }: ForkOrigin): Promise<BenchmarkItem> {
  for await (const one of benchmark.items.list()) if (one.id === item.key.item) return one;
  throw new UserError(`${benchmark.name} has no item ${item.key.item} any more`, {
    hint: 'Fork the run with the data that it was made with.',
  });
}

/** The task, and the first attempt with the steps that are taken over. Times are those of the fork. */
function beginningOf(
  { configuration, benchmark, agent }: PreparedRun,
  { task, events, step }: ForkOrigin,
  item: BenchmarkItem,
): readonly JournalEvent[] {
  const at = new Date().toISOString();
  const maxSteps = mostSteps(item.task, { configuration, benchmark, agent });
  if (step >= maxSteps) {
    throw new UserError(
      `An episode of ${item.id} has ${maxSteps} steps at most, so step ${step + 1} cannot be done`,
      {
        hint: `Give it more: --set max-steps=${step + 10}.`,
      },
    );
  }
  const attempt = { item: item.id, repeat: 0, attempt: 1 };
  return [
    { type: 'task', at, task },
    { type: 'item-start', at, ...attempt, task: task.id, cause: 'plan', maxSteps },
    ...events.map((event) => ({ ...event, at, ...attempt })),
  ];
}

/** @throws {ForkNotRestorableError} where it is known before that no future can begin */
async function requireRestorable(
  { agent, benchmark }: PreparedRun,
  { step }: ForkOrigin,
  begun: {
    readonly item: BenchmarkItem;
    readonly beginning: readonly JournalEvent[];
    readonly signal: AbortSignal;
  },
): Promise<void> {
  if (agent.resume === 'item') {
    throw ForkNotRestorableError.because(`the agent ${agent.name} can begin an episode at its start alone`);
  }
  if (benchmark.sharedStream !== undefined) {
    throw ForkNotRestorableError.because(
      `the episodes of ${benchmark.name} draw from one random stream, and how far others had used it is not told`,
    );
  }
  const { item, beginning, signal } = begun;
  const last = recordOf(item.id, beginning).steps[step - 1];
  if (last === undefined) return;
  if (endAfterStep(last, benchmark) !== null) {
    throw new UserError(`The episode of ${item.id} was over after step ${step}`, {
      hint: `Fork it from step ${step} or one before.`,
    });
  }
  if (last.transition?.snapshot !== undefined) return;
  const { environments } = benchmark.items;
  // Nobody sets up a phone to be told what is known of all of them.
  const isPhone = environments.identity.kind === 'android';
  if (!isPhone) {
    await using lent = await environments.lend(item, { signal });
    if (lent.capabilities.deterministic) return;
  }
  const what = isPhone ? 'a live phone' : `its environment (${environments.identity.kind})`;
  throw ForkNotRestorableError.because(`${what} can neither be played again nor restored from a snapshot`);
}

function recordOf(item: string, events: readonly JournalEvent[]): AttemptRecord {
  const record = new AttemptRecord({ item, repeat: 0 });
  for (const event of events) if ('attempt' in event) record.apply(event);
  return record;
}
