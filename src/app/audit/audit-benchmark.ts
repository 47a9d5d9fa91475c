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
import { blindPolicies } from '../../lint/blind/blind-policies.js';
import { TEXT_CHANGES, withTexts } from '../../lint/blind/changed-texts.js';
import { found } from '../../lint/rules.js';
import { meanCompletion } from '../../metrics/mean-completion.js';
import type { NamedResults } from '../../metrics/summary.js';
import { prepareRun } from '../run/prepare-run.js';
import { runAgents, type AgentRun, type AgentsContext } from '../run/run-agents.js';
import type { Settings } from '../settings/setting.js';
import { blindAttempts, plansOf, type BlindAttempt } from './blind-plans.js';

/** Agents that ignore the screen, in the order of the table. */
const BLIND = ['no-op', 'always-complete', 'home-spam', 'random'] as const;
/** Rules that read the words on the screen: what is worth less than they score asks for no more than finding words. */
const READER = 'tap-text';

/** The blind agent or script that reaches most. */
export interface BestBlind {
  readonly name: string;
  /** Mean share of the tasks that it does, 0–1. */
  readonly completion: number;
  /** Tasks that it solves at least once. */
  readonly solved: readonly string[];
}

/** What comes of the oracle's routes where what they type is spoiled. */
export interface SpoiledTexts {
  readonly name: string;
  /** Tasks whose route types. */
  readonly typing: readonly string[];
  /** Those of them that are solved all the same. */
  readonly solved: readonly string[];
}

export interface Audit {
  readonly runs: readonly AgentRun[];
  /** Rows of the table: the run that is replayed, its replays, `tap-text`, then the blind baselines and scripts. */
  readonly rows: readonly NamedResults[];
  readonly findings: readonly Finding[];
  /** Whether the replay with the same draws was scored as the run it replays; null when there was none. */
  readonly replayAgrees: boolean | null;
  readonly spoiledTexts: readonly SpoiledTexts[];
  /** Null where no blind agent was run. */
  readonly bestBlind: BestBlind | null;
}

/**
 * Scores of agents that ignore the screen: replays the best known trajectories, those of the oracle, without looking (once
 * with the same random draws, which must give the same result, once with others, then with what they type spoiled), and
 * runs the blind baselines and scripts. Each is an ordinary run that can be resumed.
 */
export async function auditBenchmark(
  benchmark: string,
  settings: Settings,
  context: AgentsContext,
): Promise<Audit> {
  const runs = new AuditRuns(benchmark, settings, context);
  const known = await runs.run('oracle');
  const replays = known === null ? null : await replaysOf(known, runs);
  const facts = await factsOf(benchmark, settings, context);
  if (facts.hasHierarchies) await runs.run(READER);
  const baselines: BaselineResults[] = [];
  const blind: NamedResults[] = [];
  const take = async (name: string, made: AgentRun | null): Promise<void> => {
    if (made === null) return;
    blind.push({ ...made.results, agent: name });
    baselines.push({ agent: name, results: await resultsOf(made.summary.directory, context.killed) });
  };
  for (const agent of BLIND) await take(agent, await runs.run(agent));
  const policies = facts.attempts.length === 0 ? [] : blindPolicies(settings);
  for (const policy of policies) {
    await take(policy.name, await runs.replay(policy.name, plansOf(policy, facts.attempts)));
  }
  const spoiledTexts = replays?.spoiled ?? [];
  return {
    runs: runs.made,
    rows: runs.rows,
    findings: [...auditFindings(baselines), ...spoiledFindings(spoiledTexts)],
    replayAgrees: replays?.agrees ?? null,
    spoiledTexts,
    bestBlind: bestOf(blind),
  };
}

/** The runs of an audit, in their order. */
class AuditRuns {
  readonly made: AgentRun[] = [];
  readonly rows: NamedResults[] = [];
  readonly #benchmark: string;
  readonly #settings: Settings;
  readonly context: AgentsContext;

  constructor(benchmark: string, settings: Settings, context: AgentsContext) {
    this.#benchmark = benchmark;
    this.#settings = settings;
    this.context = context;
  }

  get seed(): number {
    return this.#settings.seed;
  }

  /** Null once the user has interrupted. `name`: what the table calls it, where that is not the agent's name. */
  async run(agent: string, name = agent, own: Partial<Settings> = {}): Promise<AgentRun | null> {
    const context = { ...this.context, listen: () => this.context.listen(name) };
    const [made] = await runAgents(this.#benchmark, [agent], { ...this.#settings, ...own }, context);
    if (made === undefined) return null;
    this.made.push(made);
    this.rows.push(name === agent ? made.results : { ...made.results, agent: name });
    return made;
  }

  /** Runs fixed actions, which are kept in a file next to the runs. */
  async replay(
    name: string,
    plans: AsyncIterable<WrittenTrajectory> | Iterable<WrittenTrajectory>,
    own: Partial<Settings> = {},
  ): Promise<AgentRun | null> {
    const { interrupted, killed, workingDirectory } = this.context;
    if (interrupted.aborted) return null;
    const first = this.made[0]?.summary.run ?? 'audit';
    const file = `${first}-${name.replaceAll(/[^a-z0-9]+/gi, '-')}.jsonl`;
    const trajectories = join(resolve(workingDirectory, this.#settings.runs), file);
    await writeTrajectories(trajectories, plans, { signal: killed });
    return this.run('replay', name, { ...own, trajectories });
  }
}

async function replaysOf(
  known: AgentRun,
  runs: AuditRuns,
): Promise<{ readonly agrees: boolean | null; readonly spoiled: readonly SpoiledTexts[] }> {
  const { killed } = runs.context;
  const actions: WrittenTrajectory[] = [];
  for await (const done of actionsOf(known.summary.directory, killed)) actions.push(done);
  const same = await runs.replay('replay of the oracle, same draws', actions);
  await runs.replay('replay of the oracle, other draws', actions, { seed: runs.seed + 1 });
  const spoiled: SpoiledTexts[] = [];
  for (const change of TEXT_CHANGES) {
    const typing = new Set<string>();
    const changed = actions.map((one): WrittenTrajectory => {
      const other = withTexts(one.actions, change);
      if (other === null) return one;
      typing.add(one.item);
      return { ...one, actions: other };
    });
    const name = `oracle's routes, ${change.name}`;
    const made = typing.size === 0 ? null : await runs.replay(name, changed);
    if (made === null) continue;
    const solved = solvedIn(made.results).filter((task) => typing.has(task));
    spoiled.push({ name: change.name, typing: [...typing], solved });
  }
  return { agrees: same === null ? null : sameVerdicts(known.results, same.results), spoiled };
}

/** What of the benchmark itself the audit goes by. */
async function factsOf(
  name: string,
  settings: Settings,
  { workingDirectory, environment, killed }: AgentsContext,
): Promise<{ readonly attempts: readonly BlindAttempt[]; readonly hasHierarchies: boolean }> {
  const options = { workingDirectory, environment, signal: killed };
  await using benchmark = (await prepareRun(name, { ...settings, agent: 'no-op' }, options)).benchmark;
  const attempts = await blindAttempts(benchmark, settings);
  const graphs = new Set(attempts.map(({ world }) => world));
  return { attempts, hasHierarchies: [...graphs].some(({ hasHierarchies }) => hasHierarchies) };
}

function bestOf(blind: readonly NamedResults[]): BestBlind | null {
  let best: BestBlind | null = null;
  for (const { agent, rows } of blind) {
    const completion = meanCompletion(rows).value ?? 0;
    const solved = solvedIn({ rows });
    const isBetter =
      best === null ||
      completion > best.completion ||
      (completion === best.completion && solved.length > best.solved.length);
    if (isBetter) best = { name: agent, completion, solved };
  }
  return best;
}

/** Tasks that were solved at least once. */
function solvedIn({ rows }: Pick<NamedResults, 'rows'>): string[] {
  return [...new Set(rows.filter(({ outcome }) => outcome === 'passed').map(({ key }) => key.item))];
}

function spoiledFindings(spoiled: readonly SpoiledTexts[]): Finding[] {
  return spoiled.flatMap(({ name, solved }) =>
    solved.map((task) =>
      found('audit/solved-with-spoiled-texts', {
        file: null,
        subjects: [task],
        message: `task ${task} is solved by the oracle's route with ${name}`,
      }),
    ),
  );
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
