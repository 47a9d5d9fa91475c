import type { PairedComparison, TaskPair } from './paired-comparison.js';

/** A task on which two agents scored differently. */
export interface ChangedTask extends TaskPair {
  /** Mostly failed under one and mostly passed under the other: the tasks to check first. */
  readonly flipped: boolean;
}

/** Tasks that changed, flipped ones first, then by how much. */
export function changedTasks({ pairs }: PairedComparison): ChangedTask[] {
  return pairs
    .filter(({ difference }) => difference !== 0)
    .map((pair) => ({ ...pair, flipped: side(pair.a.mean) * side(pair.b.mean) < 0 }))
    .sort(
      (x, y) =>
        Number(y.flipped) - Number(x.flipped) ||
        Math.abs(y.difference) - Math.abs(x.difference) ||
        (x.task < y.task ? -1 : 1),
    );
}

/** -1 mostly failed, 1 mostly passed, 0 neither. */
function side(mean: number | null): number {
  return mean === null ? 0 : Math.sign(mean - 0.5);
}
