import { join, resolve } from 'node:path';
import type { Action } from '../../domain/action.js';
import type { Finding } from '../../domain/finding.js';
import type { ItemResult } from '../../domain/score.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import { indexRun } from '../../formats/run/run-index.js';
import { writeTrajectories, type WrittenTrajectory } from '../../formats/trajectories/write-trajectories.js';
import { auditFindings, type BaselineResults } from '../../lint/audit.js';
import type { NamedResults } from '../../metrics/summary.js';
import { runAgents, type AgentRun, type AgentsContext } from '../run/run-agents.js';
import type { Settings } from '../settings/setting.js';

/** Agents that ignore the screen, in the order of the table. */
const BLIND = ['no-op', 'always-complete', 'home-spam', 'random'] as const;

export interface Audit {
  readonly runs: readonly AgentRun[];
  /** Rows of the table: the run that is replayed, its replays, then the blind baselines. */
  readonly rows: readonly NamedResults[];
  readonly findings: readonly Finding[];
  /** Whether the replay with the same draws was scored as the run it replays; null when there was none. */
  readonly replayAgrees: boolean | null;
}

/**
 * Scores of agents that ignore the screen: runs the blind baselines, and replays the best known trajectories, those of
 * the oracle, without looking: once with the same random draws, which must give the same result, and once with others.
 * Each is an ordinary run that can be resumed.
 */
export async function auditBenchmark(
  benchmark: string,
  settings: Settings,
  context: AgentsContext,
): Promise<Audit> {
  const runs: AgentRun[] = [];
  const rows: NamedResults[] = [];
  const baselines: BaselineResults[] = [];
  const run = async (agent: string, own: Settings = settings): Promise<AgentRun | null> => {
    const [made] = await runAgents(benchmark, [agent], own, context);
    if (made !== undefined) runs.push(made);
    return made ?? null;
  };
  let replayAgrees: boolean | null = null;
  const known = await run('oracle');
  if (known !== null) {
    const { directory } = known.summary;
    const trajectories = join(resolve(context.workingDirectory, settings.runs), `${known.summary.run}.jsonl`);
    await writeTrajectories(trajectories, actionsOf(directory, context.killed), { signal: context.killed });
    rows.push(known.results);
    const same = await run('replay', { ...settings, trajectories });
    if (same !== null) {
      rows.push({ ...same.results, agent: 'replay of the oracle, same draws' });
      replayAgrees = sameVerdicts(known.results, same.results);
    }
    const other = await run('replay', { ...settings, trajectories, seed: settings.seed + 1 });
    if (other !== null) rows.push({ ...other.results, agent: 'replay of the oracle, other draws' });
  }
  for (const agent of BLIND) {
    const made = await run(agent);
    if (made === null) continue;
    rows.push(made.results);
    baselines.push({ agent, results: await resultsOf(made.summary.directory, context.killed) });
  }
  return { runs, rows, findings: auditFindings(baselines), replayAgrees };
}

async function resultsOf(directory: string, signal: AbortSignal): Promise<readonly ItemResult[]> {
  const index = await indexRun(directory, { signal });
  const results: ItemResult[] = [];
  for await (const result of readResults(index, index.start.identity.mode, { signal })) results.push(result);
  return results;
}

/** What was done in each episode of a run. */
async function* actionsOf(directory: string, signal: AbortSignal): AsyncGenerator<WrittenTrajectory> {
  const index = await indexRun(directory, { signal });
  for await (const { episode } of readEpisodes(index, { signal })) {
    yield { item: episode.key.item, repeat: episode.key.repeat, actions: doneIn(episode.trajectory) };
  }
}

/** An answer that could not be read passed a step by, as waiting does. */
function doneIn({ steps }: Trajectory): Action[] {
  return steps.flatMap(({ action, formatError }): Action[] => {
    if (action !== null) return [action];
    return formatError === undefined ? [] : [{ type: 'wait' }];
  });
}

function sameVerdicts(left: NamedResults, right: NamedResults): boolean {
  const verdicts = ({ rows }: NamedResults): string =>
    JSON.stringify(rows.map(({ key, outcome, completion }) => [key, outcome, completion]).toSorted(byKey));
  return verdicts(left) === verdicts(right);
}

function byKey(a: readonly unknown[], b: readonly unknown[]): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
