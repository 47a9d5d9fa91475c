import type { Agent } from '../../agents/agent.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { RunConfiguration } from '../../domain/run.js';
import type { Task } from '../../domain/task.js';

/**
 * Steps that an episode may take where the run sets no limit: the task's own, or what the agent's rule asks for where that is
 * more, as for a phone whose every key press is a step; else the benchmark's.
 */
export function stepsAllowed(
  task: Task,
  { agent, benchmark }: { readonly agent: Pick<Agent, 'stepsFor'>; readonly benchmark: Benchmark },
): number {
  const asked = agent.stepsFor?.(task) ?? null;
  if (task.maxSteps !== undefined) return Math.max(task.maxSteps, asked ?? 0);
  return asked ?? benchmark.items.defaultMaxSteps;
}

/** Steps that an episode of a run may take: by the run's limit, else as above; never more than its agent's own. */
export function mostSteps(
  task: Task,
  {
    agent,
    benchmark,
    configuration,
  }: {
    readonly agent: Pick<Agent, 'stepsFor' | 'maxSteps'>;
    readonly benchmark: Benchmark;
    readonly configuration: Pick<RunConfiguration, 'identity'>;
  },
): number {
  const allowed = configuration.identity.limits.steps ?? stepsAllowed(task, { agent, benchmark });
  return Math.min(allowed, agent.maxSteps ?? Infinity);
}
