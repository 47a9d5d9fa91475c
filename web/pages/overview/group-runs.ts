import type { RunView } from '../../report/model.js';

/** Runs that may stand in one table, in the order given: those of different benchmarks or modes never do. */
export function groupRuns(runs: readonly RunView[]): readonly (readonly RunView[])[] {
  const groups = new Map<string, RunView[]>();
  for (const view of runs) {
    const key = `${view.run.benchmark}\n${view.run.mode}\n${view.run.inDimensions}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [view]);
    else group.push(view);
  }
  return [...groups.values()];
}
