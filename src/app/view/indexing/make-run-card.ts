import { isVoided } from '../../../domain/episode.js';
import type { Failure } from '../../../formats/run/journal/event.js';
import type { RunPace } from '../../../formats/run/run-follower.js';
import { metricMean } from '../../../metrics/metric-mean.js';
import { successRate } from '../../../metrics/rate.js';
import type { EpisodeDraft } from '../../../report/html/episode-table.js';
import { resultRows } from '../../../report/html/collect-run.js';
import { identityEntries, modelNames, type RunFacts } from '../../../report/html/report-run.js';
import type { RunCard } from '../../../report/view/run-card.js';
import { withoutFolders } from '../../../report/without-folders.js';

export interface CardOptions {
  /** Whether a process writes the run; null where that cannot be told from here. */
  readonly isWritten: boolean | null;
  readonly pace: RunPace;
  readonly stoppedBy: Failure | null;
  /** Its items measure several things apart. */
  readonly inDimensions: boolean;
}

/** The line of a run among others. @param drafts its episodes, in an order that does not depend on when they were read */
export function makeRunCard(
  id: string,
  facts: RunFacts,
  drafts: readonly EpisodeDraft[],
  { isWritten, pace, stoppedBy, inDimensions }: CardOptions,
): RunCard {
  const { start, cost, planned, finished, damage } = facts;
  const { identity } = start;
  const state = cardState(facts, isWritten);
  const isRunning = state === 'running';
  const problem = stoppedBy === null ? damage[0]?.message : `${stoppedBy.code}: ${stoppedBy.message}`;
  return {
    id,
    benchmark: identity.benchmark.name,
    agent: identity.agent.name,
    models: modelNames(identity),
    mode: identity.mode,
    state,
    problem: problem === undefined ? null : withoutFolders(problem),
    startedAt: start.at,
    endedAt: isRunning ? null : pace.lastAt,
    activeMs: facts.activeMs,
    leftMs: isRunning ? leftMs(planned - finished, pace) : null,
    planned,
    finished,
    ...verdicts(drafts, inDimensions),
    redoable: facts.voided,
    costUsd: cost.calls > 0 && cost.unpriced < cost.calls ? cost.costUsd : null,
    calls: cost.calls,
    unpriced: cost.unpriced,
    tokens: cost.calls > 0 ? cost.inputTokens + cost.outputTokens : null,
    identity: identityEntries(identity),
    identityHash: start.identityHash,
    forkOf: identity.fork?.run ?? null,
    tags: [],
    note: '',
  };
}

/** The line of a folder that cannot be read as a run. */
export function unreadableCard(id: string, problem: string): RunCard {
  return {
    id,
    benchmark: '',
    agent: '',
    models: [],
    mode: '',
    state: 'unreadable',
    problem: withoutFolders(problem),
    startedAt: null,
    endedAt: null,
    activeMs: 0,
    leftMs: null,
    planned: 0,
    finished: 0,
    judged: 0,
    passed: 0,
    voided: 0,
    redoable: 0,
    success: null,
    main: null,
    costUsd: null,
    calls: 0,
    unpriced: 0,
    tokens: null,
    identity: [],
    identityHash: '',
    forkOf: null,
    tags: [],
    note: '',
  };
}

/** How a run stands, its journals and its lock taken together. */
export function cardState({ status }: Pick<RunFacts, 'status'>, isWritten: boolean | null): RunCard['state'] {
  // Of several writers the first has ended.
  if (isWritten === true) return 'running';
  if (status !== null) return status;
  return isWritten === false ? 'crashed' : 'running';
}

function verdicts(
  drafts: readonly EpisodeDraft[],
  inDimensions: boolean,
): Pick<RunCard, 'judged' | 'passed' | 'voided' | 'success' | 'main'> {
  let judged = 0;
  let passed = 0;
  let voided = 0;
  for (const { outcome, isScored } of drafts) {
    if (outcome === 'not_run') continue;
    if (!isVoided(outcome)) judged += 1;
    // An episode that nobody has scored yet is not void.
    else if (outcome !== 'judge_unknown' || isScored) voided += 1;
    if (outcome === 'passed') passed += 1;
  }
  const rows = resultRows(drafts);
  const { value, interval } = successRate(rows);
  const hasRate = !inDimensions && judged > 0 && value !== null && interval !== null;
  const main = inDimensions ? null : metricMean(rows);
  return {
    judged,
    passed,
    voided,
    success: hasRate ? { value, low: interval.low, high: interval.high } : null,
    main: main === null || main.value === null ? null : { name: main.metric.name, value: main.value },
  };
}

function leftMs(left: number, { itemsPerMs }: RunPace): number | null {
  return itemsPerMs === null ? null : Math.max(0, Math.round(left / itemsPerMs));
}
