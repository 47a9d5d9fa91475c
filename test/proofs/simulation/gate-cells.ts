import { randomStream, type RandomStream } from '../../../src/domain/random.js';
import type { SequentialRule } from '../../../src/domain/run.js';
import { decider, type SequentialBounds } from '../../../src/metrics/gate/sequential-bounds.js';
import { SequentialDrop } from '../../../src/metrics/gate/sequential-drop.js';

/** Tasks of a simulated benchmark, and attempts at each in the run that is measured against. */
const TASKS = 60;
const BASELINE_REPEATS = 3;
/** How much better the baseline is than what is asked for. */
const BASELINE_ABOVE = 0.05;
/** Times the fixed design's episodes after which a drop counts as open; a rate is decided long before. */
const MOST_TIMES = 10;

/** An agent of known rate before a gate. */
export interface GateCell {
  readonly gate: SequentialRule['gate'];
  /** Rate at which the gate stands: asked for, or the baseline's less the drop allowed. */
  readonly limit: number;
  /** Whether tasks differ: each nearly always passes or nearly always fails. */
  readonly differ: boolean;
  /** True rate less the limit. */
  readonly above: number;
}

const LIMITS = [0.3, 0.6, 0.9];
const ABOVE = [-0.2, -0.1, -0.05, 0, 0.05, 0.1, 0.2];

/** Every cell that there can be: no rate is above 1. */
export const GATE_CELLS: readonly GateCell[] = (['min-success', 'max-drop'] as const).flatMap((gate) =>
  [false, true].flatMap((differ) =>
    LIMITS.flatMap((limit) =>
      ABOVE.filter((above) => limit + above <= 1 + 1e-9).map((above) => ({ gate, limit, differ, above })),
    ),
  ),
);

/** What came of the runs of a cell; shares of all runs. */
export interface GateCellResult {
  readonly missed: number;
  readonly met: number;
  /** Episodes on average, as a share of the fixed design's: with ten times as many at most, and with as many at most. */
  readonly share: number;
  readonly shareWithin: number;
  /** Runs still open after the fixed design's episodes. */
  readonly open: number;
  /** Runs that miss the gate where these are the most, and the number seen decides what is open then. */
  readonly missedWithin: number;
}

/** Draws runs of a cell: tasks in random order, each once, then all of them again, until the gate is decided. */
export function drawGateCell(
  cell: GateCell,
  { bounds, fixed }: { readonly bounds: SequentialBounds; readonly fixed: number },
  draws: number,
): GateCellResult {
  const { gate, limit, differ, above } = cell;
  const random = randomStream('gate', gate, limit, String(differ), above);
  const chances = taskChances(Math.min(1, limit + above), differ);
  const before = taskChances(Math.min(1, limit + BASELINE_ABOVE), differ);
  const decide = decider(limit, bounds);
  const counts = { missed: 0, met: 0, episodes: 0, within: 0, open: 0, missedWithin: 0 };
  for (let draw = 0; draw < draws; draw += 1) {
    const baseline = before.map((chance) => passes(chance, BASELINE_REPEATS, random) / BASELINE_REPEATS);
    const mean = baseline.reduce((sum, value) => sum + value, 0) / TASKS;
    const drop = gate === 'max-drop' ? new SequentialDrop(baseline, mean - limit) : null;
    let [passed, expected] = [0, 0];
    let hasMissedSeen = false;
    const { decision, episodes } = drawRun(random, fixed * MOST_TIMES, (task, episode) => {
      const hasPassed = random.next() < (chances[task] ?? 0);
      passed += Number(hasPassed);
      expected += drop === null ? limit : (baseline[task] ?? 0) - (mean - limit);
      if (episode === fixed) hasMissedSeen = passed < expected - 1e-9;
      drop?.add(hasPassed, baseline[task] ?? 0);
      return drop === null ? decide(passed, episode - passed) : drop.decision;
    });
    counts.episodes += episodes;
    counts.within += Math.min(fixed, episodes);
    counts.open += Number(episodes > fixed);
    counts.missedWithin += Number(episodes > fixed ? hasMissedSeen : decision === 'missed');
    counts.missed += Number(decision === 'missed');
    counts.met += Number(decision === 'met');
  }
  return {
    missed: counts.missed / draws,
    met: counts.met / draws,
    share: counts.episodes / draws / fixed,
    shareWithin: counts.within / draws / fixed,
    open: counts.open / draws,
    missedWithin: counts.missedWithin / draws,
  };
}

type Decision = 'met' | 'missed' | null;

function drawRun(
  random: RandomStream,
  most: number,
  play: (task: number, episode: number) => Decision,
): { readonly decision: Decision; readonly episodes: number } {
  const order = Array.from({ length: TASKS }, (_, task) => task);
  let episodes = 0;
  while (episodes < most) {
    for (let left = TASKS; left > 0 && episodes < most; left -= 1) {
      const place = random.below(left);
      const task = order[place] ?? 0;
      [order[place], order[left - 1]] = [order[left - 1] ?? 0, task];
      episodes += 1;
      const decision = play(task, episodes);
      if (decision !== null) return { decision, episodes };
    }
  }
  return { decision: null, episodes };
}

/** Chances of the tasks with this mean: all alike, or as near to never and always as that allows, the first ones pass. */
function taskChances(mean: number, differ: boolean): readonly number[] {
  if (!differ) return Array.from({ length: TASKS }, () => mean);
  const [low, high] = [Math.min(0.05, mean), Math.max(0.95, mean)];
  let rest = (mean - low) * TASKS;
  return Array.from({ length: TASKS }, () => {
    const more = Math.min(high - low, Math.max(0, rest));
    rest -= more;
    return low + more;
  });
}

function passes(chance: number, tries: number, random: RandomStream): number {
  let passed = 0;
  for (let index = 0; index < tries; index += 1) passed += Number(random.next() < chance);
  return passed;
}
