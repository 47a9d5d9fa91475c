import type { Agent } from '../../agents/agent.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { Mode } from '../../domain/mode.js';
import { UserError } from '../../errors.js';

/**
 * What a benchmark must be for an agent that drives it as a phone: its screens answer, and do so as a careful engineer's
 * phone would.
 *
 * @throws {UserError} saying which it is not
 */
export function requirePhone(
  { name, needs }: { readonly name: string; readonly needs: Pick<Agent['needs'], 'deviceBridge'> },
  benchmark: Benchmark,
  mode: Mode,
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
          ? 'Phones are made of graphs: pocket, colorbench, a world of your own, or sphinx with --dimensions navigation.'
          : 'Leave the questions out: --dimensions navigation, or no --dimensions at all for pocket and own worlds.',
    });
  }
  if (mode === 'corrected') return;
  throw new UserError(`the agent ${name} drives a phone, which has no reference mode`, {
    hint: 'Run it with --mode corrected; `touchstone phone run` does.',
  });
}
