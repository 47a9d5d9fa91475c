import { basename } from 'node:path';
import { UserError } from '../../errors.js';
import { countPlan } from '../../engine/plan.js';
import { identityHash } from '../../engine/run-identity.js';
import type { RunSummary } from '../../engine/run.js';
import { QueueError } from '../../queue/queue-error.js';
import type { QueuedRun, RunQueue, WorkerNeed } from '../../queue/run-queue.js';
import type { PreparedRun } from '../run/prepare-run.js';
import type { SessionControls } from '../run/session.js';
import { WatchedItems } from './watched-items.js';

/** A session of a run that others do. */
export interface DistributedSession {
  readonly queue: RunQueue;
  readonly directory: string;
  readonly retryVoided: boolean;
  /** Milliseconds that earlier sessions of the run lasted. */
  readonly activeMs: number;
  readonly onNote: (note: string) => void;
}

/**
 * Has workers do a run: makes it known, fills the queue with what its journals lack, and follows it to its end.
 *
 * @param session begins or resumes the run, as it would without workers
 * @throws {UserError} where what an episode is depends on those before it
 */
export async function distributeRun(
  prepared: PreparedRun,
  { queue, directory, retryVoided, activeMs, onNote }: DistributedSession,
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
  const stuck = new AbortController();
  const stop = AbortSignal.any([controls.stop, stuck.signal]);
  await using items = new WatchedItems({
    queue,
    run,
    directory,
    benchmark,
    configuration,
    retryVoided,
    onNote,
    onStuck: (why) => {
      onNote(why);
      stuck.abort();
    },
  });
  await using ledger = await queue.ledger(run, { activeMs });
  using _spent = ledger.onSpent((budget) => void queue.setState(run.run, budget).catch(() => undefined));
  const pause = (): void => void queue.setState(run.run, 'paused').catch(() => undefined);
  controls.stop.addEventListener('abort', pause, { once: true });
  const summary = await session({ ...controls, stop, queue: items, ledger });
  if (summary.status === 'complete') await queue.remove(run.run);
  return summary;
}

/** @throws {UserError} */
export function requireDivisible({ benchmark, configuration }: PreparedRun): void {
  const isOneStream = benchmark.sharedStream !== undefined;
  if (!isOneStream && configuration.operation.sequential === undefined) return;
  const why = isOneStream
    ? `the episodes of ${benchmark.name} draw from one random stream`
    : 'its gate decides after each episode whether to go on';
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
    run: basename(directory),
    folder: basename(directory),
    benchmark: benchmark.name,
    agent: agent.name,
    identityHash: identityHash(identity),
    planned: await countPlan(benchmark, identity),
    needs,
    budgets: operation.budgets,
  };
}

/** An endpoint on the worker's own machine: it needs what that is served with. */
function isHere(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return false;
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname);
}
