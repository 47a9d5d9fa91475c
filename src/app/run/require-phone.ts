import type { Agent } from '../../agents/agent.js';
import type { Benchmark, BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import type { Mode } from '../../domain/mode.js';
import { UserError } from '../../errors.js';
import { BENCHMARKS } from '../../registry/benchmarks.js';

/**
 * What a benchmark must be for an agent that drives it as a phone: its screens answer, and do so as a careful engineer's
 * phone would.
 *
 * @param known benchmarks there are, to name those that are phones
 * @throws {UserError} saying which it is not
 */
export function requirePhone(
  { name, needs }: { readonly name: string; readonly needs: Pick<Agent['needs'], 'deviceBridge'> },
  benchmark: Benchmark,
  mode: Mode,
  known: ReadonlyMap<string, BenchmarkDefinition> = BENCHMARKS,
): void {
  if (needs.deviceBridge !== true) return;
  if (benchmark.items.protocol === 'stepwise' || benchmark.items.protocol === 'question') {
    const what =
      benchmark.items.protocol === 'stepwise'
        ? 'shows the screens of a recording in turn'
        : 'asks questions about screens';
    throw new UserError(`${benchmark.name} is no phone: it ${what}, whatever is done to them`, {
      hint:
        benchmark.items.protocol === 'stepwise'
          ? `A phone is served from a graph: ${phonesAmong([...known.values()])}.`
          : 'Leave the questions out: --dimensions navigation, or no --dimensions at all for a world.',
    });
  }
  if (mode === 'corrected') return;
  throw new UserError(`the agent ${name} drives a phone, which has no reference mode`, {
    hint: 'Run it with --mode corrected; `touchstone phone run` does.',
  });
}

/** Which of these can serve as a phone; of those that ask questions, their dimension of navigation. */
function phonesAmong(known: readonly BenchmarkDefinition[]): string {
  const namesOf = (protocol: BenchmarkDefinition['protocol']): readonly string[] =>
    known.filter((one) => one.protocol === protocol).map(({ name }) => name);
  const asking = namesOf('question').map((name) => `${name} with --dimensions navigation`);
  const all = [...namesOf('interactive'), 'a world of your own', ...asking];
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1) ?? ''}`;
}
