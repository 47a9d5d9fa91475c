import type { Agent } from '../../agents/agent.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { UserError } from '../../errors.js';

/**
 * Refuses an agent that looks at screens where the benchmark can show it nothing: what it scored would say nothing of it.
 *
 * @throws {UserError} naming what is missing
 */
export async function requireSight({ name, needs }: Agent, benchmark: Benchmark): Promise<void> {
  if (!needs.pictures && !needs.hierarchy) return;
  // A question shows by itself what it is about.
  if (benchmark.items.protocol === 'question') return;
  for await (const item of benchmark.items.list()) {
    if (item.invalid !== undefined) continue;
    await using environment = await benchmark.items.openEnvironment(item);
    const { pictures, hierarchy } = environment.capabilities;
    if ((needs.pictures && pictures) || (needs.hierarchy && hierarchy)) return;
    const wanted = [needs.pictures ? 'pictures' : '', needs.hierarchy ? 'UI hierarchies' : ''];
    const what = wanted.filter((part) => part !== '').join(' and ');
    throw new UserError(`${name} looks at ${what}, and ${benchmark.name} has none here`, {
      hint: `Get the benchmark's pictures (\`touchstone data check\` says how), or run an agent that looks at nothing.`,
    });
  }
}
