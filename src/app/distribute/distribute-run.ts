import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../errors.js';
import { countPlan } from '../../engine/plan.js';
import { identityHash } from '../../engine/run-identity.js';
import type { RunSummary } from '../../engine/run.js';
import type { ModelCost } from '../../formats/run/model-cost.js';
import { QueueError } from '../../queue/queue-error.js';
import type { QueuedRun, QueuedRunState, RunQueue, WorkerNeed } from '../../queue/run-queue.js';
import type { PreparedRun } from '../run/prepare-run.js';
import type { SessionControls } from '../run/session.js';
import { nameForQueue } from './queue-note.js';
import { WatchedItems } from './watched-items.js';

/** Milliseconds that a queue is waited for, once nothing is left but to tell it. */
const LAST_WORDS_MS = 3_000;

/** A session of a run that others do. */
export interface DistributedSession {
  readonly queue: RunQueue;
  readonly directory: string;
  readonly retryVoided: boolean;
  /** Milliseconds that earlier sessions of the run lasted. */
  readonly activeMs: number;
  /** What the coordinator's own journal says was used, where the run goes on. */
  readonly used?: ModelCost | undefined;
  readonly onNote: (note: string) => void;
}

/**
 * Has workers do a run: makes it known, fills the queue with what its journals lack, and follows it to its end.
 *
 * @param session begins or resumes the run, as it would without workers
 * @throws {UserError} where its gate may end it after each episode
 */
export async function distributeRun(
  prepared: PreparedRun,
  { queue, directory, retryVoided, activeMs, used, onNote }: DistributedSession,
  {
    controls,
    session,
  }: {
    readonly controls: SessionControls;
    readonly session: (controls: SessionControls) => Promise<RunSummary>;
  },
): Promise<RunSummary> {
  const { benchmark, configuration } = prepared;
  requireDivisible(prepared);
  const run = await describeRun(prepared, directory);
  await requireSameFormat(queue, run.run);
  const ended = AbortSignal.any([controls.stop, controls.signal]);
  await using items = new WatchedItems({
    queue,
    run,
    directory,
    benchmark,
    configuration,
    retryVoided,
    onNote,
    ended,
  });
  await using _coordinated = queue.coordinate(run.run);
  const before = used === undefined ? {} : { used };
  await using ledger = await queue.ledger(run, { writer: 'main', activeMs, ...before });
  const told: Promise<void>[] = [];
  const tell = (state: QueuedRunState): void => {
    const isSet = queue.setState(run.run, state).then(
      () => true,
      () => false,
    );
    told.push(
      within(isSet, LAST_WORDS_MS).then((wasSet) => {
        if (wasSet === true) return;
        const command = `touchstone queue pause ${run.folder}`;
        onNote(
          `the queue was not told that the run is ${state.replace('_', ' ')}: workers go on; ${command}`,
        );
      }),
    );
  };
  const pause = (): void => tell('paused');
  using _spent = ledger.onSpent(tell);
  if (controls.stop.aborted) pause();
  else controls.stop.addEventListener('abort', pause, { once: true });
  try {
    const summary = await session({ ...controls, queue: items, ledger });
    if (summary.status === 'complete') await forget(queue, run, onNote);
    return summary;
  } finally {
    controls.stop.removeEventListener('abort', pause);
    await Promise.all(told);
  }
}

/** A run that is done is done, whether its queue can be told or not. */
async function forget(queue: RunQueue, { run, folder }: QueuedRun, onNote: (note: string) => void) {
  const isForgotten = queue.remove(run).then(
    () => true,
    () => false,
  );
  if ((await within(isForgotten, LAST_WORDS_MS)) === true) return;
  onNote(`the queue still has the run: remove it with \`touchstone queue remove ${folder}\``);
}

/** Null where it takes longer. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const control = new AbortController();
  const late = sleep(ms, null, { signal: control.signal }).catch(() => null);
  try {
    return await Promise.race([work, late]);
  } finally {
    control.abort();
  }
}

/** @throws {UserError} */
export function requireDivisible({ configuration }: PreparedRun): void {
  if (configuration.operation.sequential === undefined) return;
  const why = 'its gate decides after each episode whether to go on';
  throw new UserError(`this run is not for many workers: ${why}`, { hint: 'Run it without --queue.' });
}

/** @throws {QueueError} where another version of Touchstone has handed the run out, in a format that this one does not know */
async function requireSameFormat(queue: RunQueue, name: string): Promise<void> {
  const foreign = (await queue.runs()).find(({ run }) => run === name)?.foreign;
  if (foreign === undefined) return;
  throw new QueueError(`the queue has a run ${name} already: ${foreign}`, {
    hint: 'Let that version bring it to its end, or name another database of the queue: redis://HOST:PORT/DB.',
  });
}

async function describeRun(prepared: PreparedRun, directory: string): Promise<QueuedRun> {
  const { benchmark, agent, configuration, asked } = prepared;
  const { identity, operation } = configuration;
  const needs: WorkerNeed[] = [];
  if (benchmark.world === undefined) needs.push('device');
  if (asked.sees !== null) needs.push('pictures');
  if (asked.models.some(({ profile }) => isHere(profile.baseUrl))) needs.push('gpu');
  return {
    run: await nameForQueue(directory),
    folder: basename(directory),
    benchmark: benchmark.name,
    agent: agent.name,
    identityHash: identityHash(identity),
    planned: await countPlan(benchmark, identity),
    needs,
    ...(benchmark.sharedStream === undefined ? {} : { isInOrder: true as const }),
    budgets: operation.budgets,
    outageSeconds: operation.outageSeconds ?? null,
  };
}

/** An endpoint on the worker's own machine: it needs what that is served with. */
function isHere(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return false;
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname);
}
