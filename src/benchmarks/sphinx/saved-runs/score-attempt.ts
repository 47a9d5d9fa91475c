import { existsSync } from 'node:fs';
import { stop } from '../../../domain/action.js';
import type { ItemKey } from '../../../domain/episode.js';
import type { Mode } from '../../../domain/mode.js';
import type { Trajectory } from '../../../domain/trajectory.js';
import { TouchstoneError } from '../../../errors.js';
import { evaluateTrace, type TraceResult } from '../../../evaluators/tree-rules/evaluate-trace.js';
import type { TreeRule } from '../../../evaluators/tree-rules/rule.js';
import { hierarchyReader, trajectoryTrace } from '../../../evaluators/tree-rules/trajectory-trace.js';
import type { AttemptRecord } from './attempt-record.js';
import type { SphinxPair } from './pair.js';
import type { SphinxPairResult } from './pair-result.js';
import { readRules, recordingFolder } from '../recordings/recording.js';
import type { SphinxSplit } from '../splits.js';

export interface ScoreSphinxOptions {
  /** Folder with `task_info_all.json` and `groundtruth/`. */
  readonly dataDirectory: string;
  readonly split: SphinxSplit;
  /** Scored in each of these, reading each screen once. */
  readonly modes: readonly Mode[];
  /** Compare action rules with the node an action names; see `RuleOptions`. */
  readonly ownElement?: boolean;
  readonly signal: AbortSignal;
}

/** One attempt at a pair. */
export interface Attempt {
  readonly key: ItemKey;
  readonly pair: SphinxPair;
  /** Reads the record; null when there is none. */
  readonly load: () => Promise<AttemptRecord | null>;
  /** What the record belongs to: a run that was made elsewhere, or the task's own data. */
  readonly owner: 'run' | 'task';
}

/**
 * Scores one attempt by the rules of its pair. Only screens that a rule needs are read.
 *
 * @throws nothing but bugs and the signal's reason; what cannot be read is a result.
 */
export async function scoreAttempt(attempt: Attempt, options: ScoreSphinxOptions): Promise<SphinxPairResult> {
  const { key, pair, owner } = attempt;
  const { dataDirectory, signal } = options;
  signal.throwIfAborted();
  const rules = await orError(readRules(dataDirectory, pair, { signal }), signal);
  const record = await orError(attempt.load(), signal);
  if (rules instanceof TouchstoneError) {
    if (!existsSync(recordingFolder(dataDirectory, pair)))
      return { type: 'absent', what: 'task', key, warnings: [] };
    return { type: 'broken', what: 'task', key, error: rules, warnings: [] };
  }
  if (record === null) return { type: 'absent', what: owner, key, warnings: [] };
  if (record instanceof TouchstoneError)
    return { type: 'broken', what: owner, key, error: record, warnings: [] };
  const scored = await orError(scoreTrajectory(rules, record.trajectory, options), signal);
  const { warnings } = record;
  if (scored instanceof TouchstoneError) return { type: 'broken', what: owner, key, error: scored, warnings };
  const steps = record.trajectory.steps.filter(({ action }) => action !== null).length;
  return { type: 'scored', key, steps, results: scored.results, warnings: [...warnings, ...scored.warnings] };
}

/** The result, or the error on purpose that it came to. */
async function orError<T>(result: Promise<T>, signal: AbortSignal): Promise<T | TouchstoneError> {
  try {
    return await result;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TouchstoneError && error.fault !== 'bug') return error;
    throw error;
  }
}

async function scoreTrajectory(
  rules: readonly TreeRule[],
  trajectory: Trajectory,
  { modes, ownElement, signal }: ScoreSphinxOptions,
): Promise<{ results: Map<Mode, TraceResult>; warnings: string[] }> {
  const hierarchies = hierarchyReader({ signal });
  const evaluate = (steps: Trajectory, mode: Mode): Promise<TraceResult> =>
    evaluateTrace(rules, trajectoryTrace(steps, { mode, hierarchies }), { mode, ownElement });
  const results = new Map<Mode, TraceResult>();
  let weak = false;
  for (const mode of modes) {
    const result = await evaluate(trajectory, mode);
    results.set(mode, result);
    // Asked of runs that passed alone: the answer may cost the reading of a screen.
    const [first] = trajectory.steps;
    if (result.success !== true || weak || first === undefined) continue;
    weak = (await evaluate({ steps: [{ ...first, action: stop() }] }, mode)).success === true;
  }
  return {
    results,
    warnings: weak ? ['weak goal: to stop on the first screen would have passed as well'] : [],
  };
}
