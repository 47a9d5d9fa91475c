import type { Agent, HistoryEntry } from '../../agents/agent.js';
import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import type { Episode } from '../../domain/episode.js';
import type { EpisodeScores } from '../../domain/score.js';
import { instructionOf } from '../../domain/task.js';
import type { TrajectoryStep } from '../../domain/trajectory.js';
import type { ModelRoles } from '../../models/model.js';
import { buildAgentContext } from '../contracts/agent-contract.js';

export interface PlayOptions {
  readonly seed?: number;
  readonly repeat?: number;
  readonly language?: string;
  /** For agents that ask models. */
  readonly models?: ModelRoles;
}

/** One attempt of an agent that needs no privileges, scored; without engine and journal. */
export async function playEpisode(
  benchmark: Benchmark,
  item: BenchmarkItem,
  agent: Agent,
  options: PlayOptions = {},
): Promise<{ readonly episode: Episode; readonly scores: EpisodeScores }> {
  const episode = await walk(benchmark, item, agent, options);
  const { signal } = new AbortController();
  return { episode, scores: await benchmark.scorer.score(item, episode, benchmark.mode, { signal }) };
}

/** The same attempt, not scored. */
export async function walk(
  benchmark: Benchmark,
  item: BenchmarkItem,
  agent: Agent,
  { seed = 1, repeat = 0, language = 'en', models = {} }: PlayOptions = {},
): Promise<Episode> {
  const { signal } = new AbortController();
  const { task } = item;
  const key = { item: item.id, repeat };
  const maxSteps = task.maxSteps ?? benchmark.items.defaultMaxSteps;
  await using environment = await benchmark.items.environments.lend(item, { signal });
  await using mind = await agent.open(
    buildAgentContext({
      task: { id: task.id, instruction: instructionOf(task, language), language, apps: task.apps },
      repeat,
      seed,
      maxSteps,
      models,
      signal,
    }),
  );
  let observation = await environment.reset({ task: task.id, repeat, seed }, { signal });
  const steps: TrajectoryStep[] = [];
  const history: HistoryEntry[] = [];
  while (steps.length < maxSteps) {
    const { state } = environment;
    const decision = await mind.decide(observation, history, { signal });
    if (decision.type === 'format_error') {
      steps.push({ screen: observation.screen, state, action: null, formatError: decision.error });
      return { key, trajectory: { steps }, end: { reason: 'format_error', fault: 'agent' } };
    }
    const result = await environment.step(decision.action, { signal });
    steps.push({
      screen: observation.screen,
      state,
      action: decision.action,
      transition: result.transition,
      ...(result.type === 'ended' && result.answer !== undefined && { answer: result.answer }),
    });
    if (result.type === 'ended') return { key, trajectory: { steps }, end: { reason: 'agent_stop' } };
    history.push({ observation, decision });
    observation = result.observation;
  }
  steps.push({ screen: observation.screen, state: environment.state, action: null });
  return { key, trajectory: { steps }, end: { reason: 'step_budget' } };
}
