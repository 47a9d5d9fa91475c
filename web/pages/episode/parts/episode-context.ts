import { OUTCOMES } from '../../../../src/report/view/outcome-numbers.js';
import type { ReportIndex } from '../../../../src/report/view/report-index.js';
import type { ReportRun } from '../../../../src/report/view/report-run.js';
import type { ReportTask } from '../../../../src/report/view/report-task.js';
import type { Outcome } from '../../../../src/domain/episode.js';

/** An episode by what addresses name it. */
export interface EpisodeKey {
  readonly run: string;
  readonly item: string;
  readonly repeat: number;
}

/** An episode of the same task. */
export interface Attempt extends EpisodeKey {
  readonly outcome: Outcome;
}

/** What a set of runs says of one of its episodes. */
export interface EpisodeContext {
  readonly run: ReportRun;
  readonly task: ReportTask;
  readonly outcome: Outcome;
  /** Null for an episode that came to no end. */
  readonly reason: string | null;
  readonly completion: number | null;
  readonly steps: number;
  readonly durationMs: number;
  readonly tokens: number | null;
  readonly costUsd: number | null;
  readonly formatErrors: number;
  readonly attempts: number;
  readonly isOtherInOtherMode: boolean;
  /** All episodes of its task: a list per run that has some. */
  readonly siblings: readonly { readonly run: ReportRun; readonly attempts: readonly Attempt[] }[];
}

/** What the index says of an episode; null when it does not hold it. */
export function episodeContext(index: ReportIndex, key: EpisodeKey): EpisodeContext | null {
  const columns = index.episodes;
  const runNumber = index.runs.findIndex(({ id }) => id === key.run);
  const place = columns.item.findIndex(
    (item, at) => item === key.item && columns.repeat[at] === key.repeat && columns.run[at] === runNumber,
  );
  const [run, taskNumber] = [index.runs[runNumber], columns.task[place]];
  const task = index.tasks[taskNumber ?? -1];
  if (place < 0 || run === undefined || task === undefined) return null;
  const siblings = index.runs.map((one) => ({ run: one, attempts: new Array<Attempt>() }));
  for (const [at, number] of columns.task.entries()) {
    const its = siblings[columns.run[at] ?? -1];
    if (number === taskNumber && its !== undefined) its.attempts.push(attemptAt(index, at));
  }
  return {
    run,
    task,
    outcome: outcomeAt(index, place),
    reason: index.reasons[columns.reason[place] ?? -1] ?? null,
    completion: columns.completion[place] ?? null,
    steps: columns.steps[place] ?? 0,
    durationMs: columns.durationMs[place] ?? 0,
    tokens: columns.tokens[place] ?? null,
    costUsd: columns.costUsd[place] ?? null,
    formatErrors: columns.formatErrors[place] ?? 0,
    attempts: columns.attempts[place] ?? 0,
    isOtherInOtherMode: (columns.otherMode[place] ?? null) !== null,
    siblings: siblings.filter(({ attempts }) => attempts.length > 0),
  };
}

/** The episodes before and after one in a list, else in the order of the index. */
export function neighbours(
  index: ReportIndex | undefined,
  listed: readonly EpisodeKey[],
  key: EpisodeKey,
): { readonly previous: EpisodeKey | null; readonly next: EpisodeKey | null } {
  const isThis = (one: EpisodeKey): boolean =>
    one.run === key.run && one.item === key.item && one.repeat === key.repeat;
  const all = listed.some(isThis)
    ? listed
    : (index?.episodes.item.map((_, at): EpisodeKey => attemptAt(index, at)) ?? []);
  const place = all.findIndex(isThis);
  if (place < 0) return { previous: null, next: null };
  return { previous: all[place - 1] ?? null, next: all[place + 1] ?? null };
}

function attemptAt({ runs, episodes }: ReportIndex, at: number): Attempt {
  return {
    run: runs[episodes.run[at] ?? -1]?.id ?? '',
    item: episodes.item[at] ?? '',
    repeat: episodes.repeat[at] ?? 0,
    outcome: OUTCOMES[episodes.outcome[at] ?? -1] ?? 'not_run',
  };
}

function outcomeAt({ episodes }: ReportIndex, at: number): Outcome {
  return OUTCOMES[episodes.outcome[at] ?? -1] ?? 'not_run';
}
