import { DatasetError } from '../../errors.js';
import type { HistoryEntry } from '../../agents/agent.js';
import type { BenchmarkItem } from '../../benchmarks/benchmark.js';
import type { Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import type { Observation } from '../../domain/screen.js';
import type { Environment, StepOptions, StepResult } from '../../environments/environment.js';
import type { AttemptRecord, JournalStep } from '../../formats/run/attempt-record.js';
import { canonicalJson } from '../../formats/run/canonical-json.js';
import { TransitionSchema, type ScreenRecord } from '../../formats/run/journal/event.js';
import { screenReader } from '../../formats/run/read-episodes.js';
import type { EpisodeControl } from '../attempt/episode-control.js';
import { ForkNotRestorableError } from '../fork/fork-not-restorable.js';
import type { RunSession } from '../run-session.js';
import { recordScreen } from '../attempt/screen-recorder.js';

/** Why an attempt is made: its first, asked for once more, after a failure, or after an interruption. */
export type AttemptCause = 'plan' | 'again' | 'retry' | 'resume';

/** What an attempt continues from. */
export interface Recovered {
  /** The screen that waits for a decision, and how it is recorded. */
  readonly observation: Observation;
  readonly screen: ScreenRecord;
  readonly history: HistoryEntry[];
}

/** An attempt of which something is recorded, and what it needs to continue. */
export interface Recovery {
  readonly session: RunSession;
  readonly control: EpisodeControl;
  readonly item: BenchmarkItem;
  readonly record: AttemptRecord;
  readonly environment: Environment;
  readonly cause: AttemptCause;
}

/** Continuing is not possible; the item starts over. */
class CannotGoOn {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * Brings environment and agent's history to where the record ends, without asking any model: recorded actions are played
 * again in an environment that is deterministic (each transition must equal the recorded one), others are restored from
 * their last snapshot. Where neither works, the item starts over, and the journal holds the reason.
 */
export async function recover(recovery: Recovery): Promise<Recovered> {
  const { session, record } = recovery;
  const recovered = await goOn(recovery);
  if (!(recovered instanceof CannotGoOn)) return recovered;
  const { reason } = recovered;
  // Begun anew it would be no future of what it is forked from.
  if (session.options.configuration.identity.fork !== undefined) throw ForkNotRestorableError.because(reason);
  const cause = recovery.cause === 'retry' ? 'retry' : 'restart';
  const { key, task, maxSteps } = record;
  const attempt = record.attempt + 1;
  session.record(record, {
    type: 'item-start',
    at: session.at,
    ...key,
    attempt,
    task,
    cause,
    reason,
    maxSteps,
  });
  session.emit({ type: 'item-start', key, attempt, cause, reason });
  return startOver(recovery);
}

/** The start state of the task. */
export async function startOver(recovery: Recovery): Promise<Recovered> {
  recovery.session.alignDraws();
  const observation = await reset(recovery);
  return { observation, screen: await recorded(recovery, observation), history: [] };
}

async function goOn(recovery: Recovery): Promise<Recovered | CannotGoOn> {
  const { session, record, environment } = recovery;
  const step = record.completeSteps;
  const unfinished = record.steps[step];
  // However little is recorded: a command may have run for long before it did anything, and left files behind.
  if (session.options.agent.resume === 'item') {
    return new CannotGoOn('this agent restarts interrupted items');
  }
  const { capabilities } = environment;
  const snapshot = record.steps[step - 1]?.transition?.snapshot;
  let method: 'start' | 'replay' | 'snapshot';
  let at: Recovered | CannotGoOn;
  if (step === 0) {
    method = 'start';
    at = await startOver(recovery);
  } else if (capabilities.deterministic) {
    method = 'replay';
    at = await replay(recovery, record.steps.slice(0, step));
  } else if (capabilities.snapshot && snapshot !== undefined && environment.restore !== undefined) {
    method = 'snapshot';
    at = await restore(recovery, snapshot, record.steps.slice(0, step));
  } else {
    return new CannotGoOn('the environment can neither be played again nor restored');
  }
  if (at instanceof CannotGoOn) return at;

  const seen = unfinished?.observation ?? null;
  const isSame = seen === null || (seen.state === environment.state && isEqual(seen.screen, at.screen));
  if (!isSame && capabilities.deterministic) {
    return new CannotGoOn(`the screen of step ${step} is not the recorded one`);
  }
  const { key, attempt } = record;
  const cause = recovery.cause === 'retry' ? 'retry' : 'resume';
  session.record(record, {
    type: 'item-resume',
    at: session.at,
    ...key,
    attempt,
    step,
    cause,
    method,
    redo: !isSame,
  });
  session.emit({ type: 'item-resume', key, attempt, step, method, cause });
  return at;
}

async function replay(recovery: Recovery, steps: readonly JournalStep[]): Promise<Recovered | CannotGoOn> {
  const { session, control, environment, record } = recovery;
  session.alignDraws(record.draws);
  let observation = await reset(recovery);
  let screen = await recorded(recovery, observation);
  const history: HistoryEntry[] = [];
  for (const [index, step] of steps.entries()) {
    const { decision } = step.decision ?? {};
    if (decision === undefined || step.transition === null || step.observation === null) {
      return new CannotGoOn(`step ${index} is not recorded in full`);
    }
    if (step.observation.state !== environment.state || !isEqual(step.observation.screen, screen)) {
      return new CannotGoOn(`played again, the screen of step ${index} is not the recorded one`);
    }
    const result = await control.guard((options) =>
      environment.step(actionOf(decision), { ...options, ...unreadOf(decision) }),
    );
    const transition = TransitionSchema.safeParse(result.transition).data;
    if (result.type !== 'observed' || !isEqual(transition, step.transition.transition)) {
      return new CannotGoOn(`played again, step ${index} did not do what is recorded`);
    }
    history.push(...historyEntries(observation, remembered(recovery, index, decision), result));
    observation = result.observation;
    screen = await recorded(recovery, observation);
  }
  return { observation, screen, history };
}

async function restore(
  recovery: Recovery,
  snapshot: Readonly<Record<string, unknown>>,
  steps: readonly JournalStep[],
): Promise<Recovered | CannotGoOn> {
  const { session, control, environment } = recovery;
  session.alignDraws();
  let observation: Observation;
  try {
    observation = await control.guard(async (options) => {
      if (environment.restore === undefined) throw new DatasetError('The environment restores nothing');
      return environment.restore(snapshot, options);
    });
  } catch (error) {
    if (error instanceof DatasetError) return new CannotGoOn(`the snapshot does not fit: ${error.message}`);
    throw error;
  }
  const { benchmark, directory } = session.options;
  const screenOf = screenReader(directory, benchmark.world?.screen.bind(benchmark.world));
  const history = steps.flatMap((step, index): HistoryEntry[] =>
    step.observation === null || step.decision === null
      ? []
      : [
          {
            observation: { screen: screenOf(step.observation.screen) },
            decision: remembered(recovery, index, step.decision.decision),
          },
        ],
  );
  return { observation, screen: await recorded(recovery, observation), history };
}

/** The decision as the agent finds it in its history: in a fork, perhaps without what another agent kept with it. */
function remembered({ session }: Recovery, step: number, decision: Decision): Decision {
  const { fork } = session.options.configuration.identity;
  if (fork === undefined || step >= fork.forgets) return decision;
  const { memory: _, ...told } = decision;
  return told;
}

function reset({ session, control, item, record, environment }: Recovery): Promise<Observation> {
  const { agent, configuration } = session.options;
  const { seed, fork } = configuration.identity;
  const start = {
    task: item.task.id,
    ...(fork === undefined ? { repeat: record.key.repeat, seed } : fork.start),
    ...(agent.needs.explores === true ? { explores: true } : {}),
  };
  return control.guard((options) => environment.reset(start, options));
}

function recorded(
  { session, control }: Recovery,
  observation: Observation,
): ScreenRecord | Promise<ScreenRecord> {
  return recordScreen(observation.screen, session, control);
}

/** What later steps are shown of this one, if anything; the agent's memory of it stays its own. */
export function historyEntries(
  observation: Observation,
  decision: Decision,
  { teacherForced }: Extract<StepResult, { type: 'observed' }>,
): HistoryEntry[] {
  if (teacherForced === null) return [];
  if (teacherForced === undefined) return [{ observation, decision }];
  const { memory } = decision;
  return [
    {
      observation,
      decision: memory === undefined ? teacherForced : { ...teacherForced, memory },
      isTeacherForced: true,
    },
  ];
}

/** What reaches the environment: an unreadable answer, where it does not end the episode, is a step that waits. */
export function actionOf(decision: Decision): Action {
  return decision.type === 'action' ? decision.action : { type: 'wait' };
}

/** What an environment is told of an answer that could not be read. */
export function unreadOf(decision: Decision): Pick<StepOptions, 'formatError'> {
  return decision.type === 'action' ? {} : { formatError: decision.error };
}

/** Whether two values are the same in the journal, where an entry that is undefined is none. */
function isEqual(a: unknown, b: unknown): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}
