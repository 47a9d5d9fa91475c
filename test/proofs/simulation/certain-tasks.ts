import { decider, type SequentialBounds } from '../../../src/metrics/gate/sequential-bounds.js';
import { SEQUENTIAL } from '../../../src/metrics/gate/sequential-errors.js';

/** More passes over the tasks than any run takes. */
const MOST_PASSES = 400;

/**
 * The exact chance that the gate decides wrongly where each task always or never passes, so that only their order is random:
 * of missing an agent at the limit (or as little above it as whole tasks allow), and of meeting one worse by the margin.
 */
export function errorsOfCertainTasks(
  tasks: number,
  limit: number,
  bounds: SequentialBounds,
): { readonly falseAlarm: number; readonly letThrough: number } {
  const decide = decider(limit, bounds);
  const failing = {
    good: Math.floor(tasks * (1 - limit) + 1e-9),
    bad: Math.ceil(tasks * (1 + SEQUENTIAL.margin - limit) - 1e-9),
  };
  return {
    falseAlarm: chancesOf(tasks, failing.good, decide).missed,
    letThrough: chancesOf(tasks, Math.min(tasks, failing.bad), decide).met,
  };
}

function chancesOf(
  tasks: number,
  failing: number,
  decide: ReturnType<typeof decider>,
): { readonly missed: number; readonly met: number } {
  const sum = { missed: 0, met: 0 };
  /** Chances of being undecided, by failures of this pass. */
  let open = new Map([[0, 1]]);
  for (let pass = 0; pass < MOST_PASSES && open.size > 0; pass += 1) {
    for (let done = 0; done < tasks; done += 1) {
      const next = new Map<number, number>();
      for (const [failed, chance] of open) {
        const fails = (failing - failed) / (tasks - done);
        if (fails > 0) next.set(failed + 1, (next.get(failed + 1) ?? 0) + chance * fails);
        if (fails < 1) next.set(failed, (next.get(failed) ?? 0) + chance * (1 - fails));
      }
      for (const [failed, chance] of next) {
        const all = pass * failing + failed;
        const decision = decide(pass * tasks + done + 1 - all, all);
        if (decision === null) continue;
        sum[decision] += chance;
        next.delete(failed);
      }
      open = next;
    }
    // Every order of a whole pass has the same failures.
    open = new Map([...open].map(([, chance]) => [0, chance]));
  }
  return sum;
}
