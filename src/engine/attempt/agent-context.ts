import type { AgentContext, DeviceBridge, Privileges } from '../../agents/agent.js';
import type { BenchmarkItem } from '../../benchmarks/benchmark.js';
import { instructionOf } from '../../domain/task.js';
import type { Environment } from '../../environments/environment.js';
import { attemptFilePath } from '../../formats/run/attempt-file-path.js';
import type { AttemptRecord } from '../../formats/run/attempt-record.js';
import type { ModelRoles } from '../../models/model.js';
import { growingList } from '../growing-list.js';
import type { RunSession } from '../run-session.js';

/** What an attempt is about, and where it happens. */
export interface ContextParts {
  readonly session: RunSession;
  readonly item: BenchmarkItem;
  readonly record: AttemptRecord;
  readonly environment: Environment;
}

/** What an agent is told of its episode: of the rest only what it says that it needs. */
export function agentContext(
  parts: ContextParts,
  { models, signal }: { readonly models: ModelRoles; readonly signal: AbortSignal },
): AgentContext {
  const { session, item, record, environment } = parts;
  const { agent, benchmark, configuration } = session.options;
  const graph = benchmark.world?.graph(item) ?? null;
  const { language } = configuration.identity.benchmark;
  const { task } = item;
  const languages = Object.keys(task.instructions);
  const shown = language !== null && language in task.instructions ? language : (languages[0] ?? '');
  const privileges = agent.needs.privileges ? privilegesOf(parts) : null;
  const recorded = agent.needs.privileges ? environment.recorded?.bind(environment) : undefined;
  return {
    task: { id: task.id, instruction: instructionOf(task, shown), language: shown, apps: task.apps },
    repeat: record.key.repeat,
    seed: configuration.identity.seed,
    maxSteps: record.maxSteps,
    models,
    ...(graph === null ? {} : { launcher: [...graph.launcher[benchmark.mode].entries.keys()] }),
    ...(privileges === null ? {} : { privileges }),
    ...(recorded === undefined ? {} : { recorded }),
    ...(agent.needs.deviceBridge === true ? { deviceBridge: deviceBridge(parts) } : {}),
    signal,
  };
}

function deviceBridge({ session, item, record, environment }: ContextParts): DeviceBridge {
  const { steps } = record;
  const { benchmark, directory } = session.options;
  return {
    state: () => environment.state,
    hasTransition: (action) => environment.hasTransition?.(action) ?? false,
    lastTransition: () =>
      steps.findLast(({ transition }) => transition !== null)?.transition?.transition ?? null,
    graph: benchmark.world?.graph(item) ?? null,
    screen: (id) => benchmark.world?.screen(id) ?? null,
    live: environment.live,
    filePath: attemptFilePath(directory, record.key, record.attempt),
  };
}

function privilegesOf({ session, item, record, environment }: ContextParts): Privileges | null {
  const { benchmark } = session.options;
  const graph = benchmark.world?.graph(item) ?? null;
  if (graph === null) return null;
  const { steps } = record;
  return {
    graph,
    mode: benchmark.mode,
    task: item.task,
    state: () => environment.state,
    visited: growingList(steps, ({ observation }) => observation?.state ?? undefined),
    transitions: growingList(steps, ({ transition }) => transition?.transition),
  };
}
