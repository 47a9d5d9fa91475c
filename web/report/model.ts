import type { Outcome } from '../../src/domain/episode.js';
import { OUTCOMES } from '../../src/report/view/outcome-numbers.js';
import type { BlockPlace } from '../../src/report/view/episode-columns.js';
import type { ReportIndex } from '../../src/report/view/report-index.js';
import type { ReportRun } from '../../src/report/view/report-run.js';
import type { ReportTask } from '../../src/report/view/report-task.js';

/** One run with the letter that stands for it everywhere. */
export interface RunView {
  readonly index: number;
  readonly letter: string;
  readonly run: ReportRun;
}

/** One episode, columns put back together. */
export interface EpisodeRow {
  readonly index: number;
  readonly run: RunView;
  readonly task: TaskRow;
  readonly item: string;
  readonly repeat: number;
  readonly outcome: Outcome;
  /** Null for an episode that came to no end. */
  readonly reason: string | null;
  readonly steps: number;
  readonly completion: number | null;
  readonly durationMs: number;
  readonly costUsd: number | null;
  readonly tokens: number | null;
  readonly formatErrors: number;
  /** Of each finding the name of its scanner. */
  readonly findings: readonly string[];
  readonly attempts: number;
  readonly why: string;
  readonly otherMode: boolean | null;
  readonly stepsAt: BlockPlace | null;
  readonly verdictAt: BlockPlace | null;
  readonly otherVerdictAt: BlockPlace | null;
}

/** A task with its episodes: one list per run, in order of repeats. */
export interface TaskRow {
  readonly index: number;
  readonly task: ReportTask;
  /** What the filter's text is looked up in, lower case. */
  readonly searched: string;
  readonly episodes: readonly EpisodeRow[][];
}

export interface ReportModel {
  readonly index: ReportIndex;
  readonly runs: readonly RunView[];
  readonly tasks: readonly TaskRow[];
  readonly episodes: readonly EpisodeRow[];
  readonly apps: readonly string[];
  readonly abilities: readonly string[];
  /** Largest number of repeats of one task in one run. */
  readonly mostRepeats: number;
  /** Whether any run asked a model: without, tokens and cost are not worth a column. */
  readonly hasModels: boolean;
  /** Episodes of a run that came out so. */
  countOf(run: RunView, outcome: Outcome): number;
  /** The episode of a link, or null when the report does not hold it. */
  find(run: string, item: string, repeat: number): EpisodeRow | null;
}

export function buildModel(index: ReportIndex): ReportModel {
  const runs = index.runs.map((run, place): RunView => ({ index: place, letter: letterOf(place), run }));
  const tasks = index.tasks.map((task, place): TaskRow => ({
    index: place,
    task,
    searched: searchedText(task),
    episodes: runs.map(() => []),
  }));
  const columns = index.episodes;
  const episodes: EpisodeRow[] = [];
  const byKey = new Map<string, EpisodeRow>();
  const outcomes = runs.map(() => new Map<Outcome, number>());
  for (let place = 0; place < columns.run.length; place += 1) {
    const run = runs[columns.run[place] ?? -1];
    const task = tasks[columns.task[place] ?? -1];
    if (run === undefined || task === undefined) continue;
    const row: EpisodeRow = {
      index: place,
      run,
      task,
      item: columns.item[place] ?? '',
      repeat: columns.repeat[place] ?? 0,
      outcome: OUTCOMES[columns.outcome[place] ?? -1] ?? 'not_run',
      reason: index.reasons[columns.reason[place] ?? -1] ?? null,
      steps: columns.steps[place] ?? 0,
      completion: columns.completion[place] ?? null,
      durationMs: columns.durationMs[place] ?? 0,
      costUsd: columns.costUsd[place] ?? null,
      tokens: columns.tokens[place] ?? null,
      formatErrors: columns.formatErrors[place] ?? 0,
      findings: (columns.findings[place] ?? []).map((number) => index.scanners[number] ?? ''),
      attempts: columns.attempts[place] ?? 0,
      why: columns.why[place] ?? '',
      otherMode: columns.otherMode[place] ?? null,
      stepsAt: columns.stepsAt[place] ?? null,
      verdictAt: columns.verdictAt[place] ?? null,
      otherVerdictAt: columns.otherVerdictAt[place] ?? null,
    };
    episodes.push(row);
    const counts = outcomes[run.index];
    counts?.set(row.outcome, (counts.get(row.outcome) ?? 0) + 1);
    task.episodes[run.index]?.push(row);
    byKey.set(keyOf(run.run.id, row.item, row.repeat), row);
  }
  for (const { episodes: lists } of tasks) {
    for (const list of lists) list.sort((a, b) => a.repeat - b.repeat);
  }
  return {
    index,
    runs,
    tasks,
    episodes,
    apps: namesByUse(index.tasks.map(({ apps }) => apps)),
    abilities: namesByUse(index.tasks.map(({ abilities }) => abilities)),
    mostRepeats: tasks.reduce(
      (most, task) => Math.max(most, ...task.episodes.map(({ length }) => length)),
      0,
    ),
    hasModels: index.runs.some(({ summary }) => summary.calls > 0),
    countOf: (run, outcome) => outcomes[run.index]?.get(outcome) ?? 0,
    find: (run, item, repeat) => byKey.get(keyOf(run, item, repeat)) ?? null,
  };
}

function keyOf(run: string, item: string, repeat: number): string {
  return `${run}\n${item}\n${repeat}`;
}

/** A, B, …, Z, AA, AB, … */
export function letterOf(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

function searchedText(task: ReportTask): string {
  return [task.id, ...Object.values(task.instructions), ...task.apps, ...task.abilities]
    .join('\n')
    .toLowerCase();
}

/** Distinct names, the most used first. */
function namesByUse(lists: readonly (readonly string[])[]): readonly string[] {
  const uses = new Map<string, number>();
  for (const name of lists.flat()) uses.set(name, (uses.get(name) ?? 0) + 1);
  return [...uses].sort(([a, usesA], [b, usesB]) => usesB - usesA || (a < b ? -1 : 1)).map(([name]) => name);
}
