import type { Agent } from '../../agents/agent.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { Task } from '../../domain/task.js';

/** Steps that an episode may take where the run sets no limit: the task's own, else the agent's rule, else the benchmark's. */
export function stepsAllowed(
  task: Task,
  { agent, benchmark }: { readonly agent: Agent; readonly benchmark: Benchmark },
): number {
  return task.maxSteps ?? agent.stepsFor?.(task) ?? benchmark.items.defaultMaxSteps;
}
