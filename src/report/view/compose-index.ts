import type { Task } from '../../domain/task.js';
import type { NamedSplits } from '../../metrics/tables/splits-table.js';
import { splitTables, type ReportedSplit } from '../comparison/split-tables.js';
import { EpisodeTable, type EpisodeDraft } from '../html/episode-table.js';
import {
  reportComparisons,
  reportPartComparisons,
  uncomparedRuns,
  type ComparableRun,
} from '../html/report-comparisons.js';
import type { ReportIndex } from './report-index.js';
import type { ReportLanguage } from './report-language.js';
import type { ReportProblem } from './report-problem.js';
import { shownProblem } from '../html/shown-problem.js';
import { withoutFolders } from '../without-folders.js';

/** A run with its tasks and episodes, in the order in which it met them. */
export interface RunWithEpisodes extends ComparableRun {
  readonly tasks: Iterable<Task>;
  readonly drafts: Iterable<EpisodeDraft>;
  /** Averages over splits that the benchmark's paper prints. */
  readonly splitAverages: readonly NamedSplits[];
}

export interface ComposeIndexOptions {
  /** Version of Touchstone. */
  readonly touchstone: string;
  readonly writtenAt: Date;
  readonly title: string | null;
  readonly language: ReportLanguage | null;
  /** What is missing besides what the runs themselves lack. */
  readonly problems: readonly ReportProblem[];
  /** File whose folder places are named from: no other folder of the machine is shown. */
  readonly shownFrom: string;
}

/** Some runs with their episodes as columns, and how they compare; the first is the base. Their ids differ. */
export function composeIndex(
  runs: readonly RunWithEpisodes[],
  { problems, shownFrom, writtenAt, touchstone, title, language }: ComposeIndexOptions,
): ReportIndex {
  const table = new EpisodeTable();
  for (const [number, { run, tasks, drafts }] of runs.entries()) {
    table.addTasks(run.benchmark, tasks);
    table.add(number, run.benchmark, drafts);
  }
  const labelled = withOwnLabels(runs);
  const comparisons = reportComparisons(labelled);
  const partComparisons = reportPartComparisons(labelled);
  return {
    touchstone,
    writtenAt: writtenAt.toISOString(),
    title,
    language,
    runs: labelled.map(({ run }) => ({
      ...run,
      problems: run.problems.map((problem) => shownProblem(problem, shownFrom)),
      warnings: run.warnings.map(withoutFolders),
    })),
    tasks: table.tasks,
    episodes: table.columns(),
    reasons: table.reasons,
    scanners: table.scanners,
    comparisons,
    partComparisons,
    splits: splitTables(runs.filter(({ run }) => !run.inDimensions).map(reportedSplit)),
    uncompared: uncomparedRuns(labelled, [...comparisons, ...partComparisons]),
    problems: problems.map((problem) => shownProblem(problem, shownFrom)),
  };
}

function reportedSplit({ run, index, rows, splitAverages }: RunWithEpisodes): ReportedSplit {
  const { identity } = index.start;
  return { name: run.label, agent: run.label, identity, rows, averages: splitAverages };
}

/** Runs of one agent and model have their ids besides, each of them: no one of the two is the plain one. */
function withOwnLabels(runs: readonly RunWithEpisodes[]): readonly RunWithEpisodes[] {
  const labels = runs.map(({ run }) => run.label);
  return runs.map((one) => {
    const { run } = one;
    const isOnly = labels.filter((label) => label === run.label).length === 1;
    return isOnly ? one : { ...one, run: { ...run, label: `${run.label} (${run.id})` } };
  });
}
