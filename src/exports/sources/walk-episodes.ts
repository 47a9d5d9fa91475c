import type { Agent, AgentContext, HistoryEntry, Privileges } from '../../agents/agent.js';
import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import type { Episode, EpisodeEnd } from '../../domain/episode.js';
import type { RecordedEntry, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import { instructionOf } from '../../domain/task.js';
import type { TrajectoryStep, Transition } from '../../domain/trajectory.js';
import { DatasetError, TouchstoneError } from '../../errors.js';
import { TASK_LABEL } from '../export-source.js';
import type { LeaveOut } from '../training/left-out.js';

/** Which walks through a world are wanted. */
export interface WalkOptions {
  /** Who walks: the oracle takes the shortest way, the random agent any. */
  readonly agent: Agent;
  /** Walks per task, each with draws of its own. */
  readonly walks: number;
  /** Steps of a walk at most; null: as many as the task allows. */
  readonly maxSteps: number | null;
  /** Only walks that solve their task. */
  readonly onlyPassed: boolean;
  readonly language: string | null;
  readonly seed: number;
  /** Name of the source in what is left out. */
  readonly source: string;
  readonly leaveOut: LeaveOut;
  readonly signal: AbortSignal;
}

/** Walks of an agent without a model through the worlds of a benchmark's tasks, as recorded episodes. Nothing is kept on disk. */
export async function* walkEpisodes(
  benchmark: Benchmark,
  options: WalkOptions,
): AsyncGenerator<RecordedEntry> {
  for await (const item of benchmark.items.list()) {
    if (item.invalid !== undefined) {
      yield { type: 'broken', id: item.id, error: new DatasetError(item.invalid) };
      continue;
    }
    for (let repeat = 0; repeat < options.walks; repeat += 1) {
      const entry = await walkEntry(benchmark, item, repeat, options);
      if (entry !== null) yield entry;
    }
  }
}

async function walkEntry(
  benchmark: Benchmark,
  item: BenchmarkItem,
  repeat: number,
  options: WalkOptions,
): Promise<RecordedEntry | null> {
  const { onlyPassed, source, leaveOut, signal, agent } = options;
  const id = `${item.id}#${repeat}`;
  try {
    const { episode, done } = await walk(benchmark, item, repeat, options);
    const { success } = await benchmark.scorer.score(item, episode, benchmark.mode, { signal });
    if (onlyPassed && success !== true) {
      const message = `${agent.name} does not solve the task`;
      leaveOut({ source, episode: id, step: null, reason: 'not-passed', action: null, message });
      return null;
    }
    const outcome = success === true ? 'passed' : success === false ? 'failed' : 'judge_unknown';
    const last = episode.trajectory.steps.at(-1);
    return {
      type: 'episode',
      episode: {
        id,
        instructions: item.task.instructions,
        apps: item.task.apps,
        labels: { [TASK_LABEL]: [item.id], repeat: [String(repeat)], outcome: [outcome], walk: [agent.name] },
        steps: done,
        ...(last?.action === null ? { lastScreen: last.screen } : {}),
      },
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError) || error.fault === 'bug' || error.fault === 'user') throw error;
    return { type: 'broken', id, error: new DatasetError(error.message, { cause: error }) };
  }
}

/** One attempt without engine and journal: an agent without a model needs neither. */
async function walk(
  benchmark: Benchmark,
  item: BenchmarkItem,
  repeat: number,
  { agent, language, seed, maxSteps: limit, signal }: WalkOptions,
): Promise<{ readonly episode: Episode; readonly done: readonly RecordedStep[] }> {
  const { task } = item;
  const maxSteps = limit ?? task.maxSteps ?? benchmark.items.defaultMaxSteps;
  const steps: TrajectoryStep[] = [];
  const done: RecordedStep[] = [];
  const history: HistoryEntry[] = [];
  const states: string[] = [];
  const transitions: Transition[] = [];
  const over = (end: EpisodeEnd): { episode: Episode; done: readonly RecordedStep[] } => ({
    episode: { key: { item: item.id, repeat }, trajectory: { steps }, end },
    done,
  });
  await using environment = await benchmark.items.environments.lend(item, { signal });
  const graph = agent.needs.privileges ? (benchmark.world?.graph(item) ?? null) : null;
  const privileges: Privileges | null =
    graph === null
      ? null
      : {
          graph,
          mode: benchmark.mode,
          task,
          state: () => environment.state,
          visited: () => states,
          transitions: () => transitions,
        };
  const [first = 'und'] = Object.keys(task.instructions);
  const context: AgentContext = {
    task: {
      id: task.id,
      instruction: instructionOf(task, language ?? first),
      language: language ?? first,
      apps: task.apps,
    },
    repeat,
    seed,
    maxSteps,
    models: {},
    ...(privileges === null ? {} : { privileges }),
    signal,
  };
  await using mind = await agent.open(context);
  let observation = await environment.reset({ task: task.id, repeat, seed }, { signal });
  while (done.length < maxSteps) {
    const { state } = environment;
    if (state !== null) states.push(state);
    const decision = await mind.decide(observation, history, { signal });
    const { screen } = observation;
    if (decision.type === 'format_error') {
      steps.push({ screen, state, action: null, formatError: decision.error });
      return over({ reason: 'format_error', fault: 'agent' });
    }
    const { action, thought, summary } = decision;
    const result = await environment.step(action, { signal });
    const { transition } = result;
    transitions.push(transition);
    const answer = result.type === 'ended' && result.answer !== undefined ? { answer: result.answer } : {};
    steps.push({ screen, state, action, transition, ...answer });
    done.push({
      screen,
      action,
      ...(thought === undefined ? {} : { thought }),
      ...(summary === undefined ? {} : { summary }),
    });
    if (result.type === 'ended') return over({ reason: 'agent_stop' });
    history.push({ observation, decision });
    observation = result.observation;
  }
  steps.push({ screen: observation.screen, state: environment.state, action: null });
  return over({ reason: 'step_budget' });
}
