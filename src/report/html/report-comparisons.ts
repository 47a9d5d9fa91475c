import { identityDifferences, type ConfigurationDifference } from '../../domain/run.js';
import { changedTasks } from '../../metrics/comparison/changed-tasks.js';
import { compareRuns, type RunComparison } from '../../metrics/comparison/compare.js';
import type { TaskScores } from '../../metrics/task-scores.js';
import type { CollectedRun } from './collect-run.js';
import type { ChangedScores, ReportComparison } from './report-data.js';

/**
 * Compares the runs pair by pair, those of one benchmark, its data and mode at a time. Each comparison more makes a
 * difference harder to show, so only what somebody would ask is compared: agents with each other; one agent alone with
 * the blind baselines; where there is no agent, the baselines. The oracle competes with nobody. Runs in dimensions are not
 * compared here, since no number over all of their items means anything.
 */
export function reportComparisons(runs: readonly CollectedRun[]): readonly ReportComparison[] {
  return [...new Set(runs.map(measured))].flatMap((one) => {
    const group = runs.filter((run) => measured(run) === one && !run.run.inDimensions);
    const agents = group.filter(({ run }) => run.kind === 'agent');
    const baselines = group.filter(({ run }) => run.kind === 'baseline');
    const compared = agents.length >= 2 ? agents : [...agents, ...baselines];
    // Numbers are names that no two runs share.
    const named = compared.map((run) => ({ name: String(runs.indexOf(run)), rows: run.rows }));
    const against = agents.length === 1 ? 'first' : 'all';
    return compareRuns(named, { against }).map((comparison) => reportComparison(runs, comparison));
  });
}

/** What must be equal for tasks of one name to be one task, judged by one rule. */
function measured({ index }: CollectedRun): string {
  const { benchmark, mode } = index.start.identity;
  return [benchmark.name, benchmark.dataHash, mode].join('\n');
}

function reportComparison(runs: readonly CollectedRun[], comparison: RunComparison): ReportComparison {
  const { pairs, meanA, meanB, difference, interval, p, adjustedP, verdict, test } = comparison;
  const [left, right] = [Number(comparison.a), Number(comparison.b)];
  return {
    left,
    right,
    tasks: pairs.length,
    leftMean: meanA,
    rightMean: meanB,
    difference,
    interval,
    bounds: comparison.bounds,
    p,
    adjustedP,
    test,
    verdict,
    detectable: comparison.detectable,
    effort: comparison.effort,
    onlyLeft: comparison.onlyInA.length,
    onlyRight: comparison.onlyInB.length,
    differing: differencesOf(runs[left], runs[right]).map((entry) => [
      entry.path,
      text(entry.left),
      text(entry.right),
    ]),
    changed: changedTasks(comparison).map(({ task, a, b, flipped, difference: by }) => ({
      item: task,
      left: scores(a),
      right: scores(b),
      difference: by,
      flipped,
    })),
  };
}

function differencesOf(
  left: CollectedRun | undefined,
  right: CollectedRun | undefined,
): readonly ConfigurationDifference[] {
  if (left === undefined || right === undefined) return [];
  return identityDifferences(left.index.start.identity, right.index.start.identity);
}

function scores({ values }: TaskScores): ChangedScores {
  return { passed: values.reduce((sum, value) => sum + value, 0), judged: values.length };
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}
