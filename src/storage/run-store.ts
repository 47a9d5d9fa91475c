import type { ItemKey, Outcome } from '../domain/episode.js';
import type { ItemMetric } from '../domain/scores/main-metric.js';
import type { Task } from '../domain/task.js';
import type { TaggedMilestone } from '../metrics/abilities/ability-counts.js';
import type { PlacedTask } from '../formats/run/run-follower.js';
import type { ReportRun } from '../report/view/report-run.js';
import type { ReportVerdict } from '../report/view/report-verdict.js';
import type { RunFacts } from '../report/html/report-run.js';
import type { RunCard } from '../report/view/run-card.js';

/** What the index keeps of an episode: all that lists and comparisons need, and where its steps are. */
export interface StoredEpisode {
  readonly key: ItemKey;
  /** Id of its task. */
  readonly task: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly steps: number;
  readonly completion: number | null;
  readonly metric: ItemMetric | null;
  readonly durationMs: number;
  readonly costUsd: number | null;
  readonly tokens: number | null;
  readonly formatErrors: number;
  /** Of each finding the name of its scanner. */
  readonly findings: readonly string[];
  readonly attempts: number;
  readonly why: string;
  readonly otherMode: boolean | null;
  readonly isScored: boolean;
  /** It has no end yet. */
  readonly isOpen: boolean;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Where its lines are; null for an item that was not begun. */
  readonly lines: EpisodeLines | null;
  /** State, or screen where there is none, before each step. */
  readonly path: readonly string[];
  /** Milliseconds that models were waited for, and that the device took. */
  readonly modelMs: number;
  readonly deviceMs: number;
  /** In the task's order; empty where no evaluator tells. */
  readonly milestones: readonly TaggedMilestone[];
}

/** What lists and comparisons need of an episode: neither its steps nor its times. */
export type ListedEpisode = Omit<
  StoredEpisode,
  'isOpen' | 'startedAt' | 'endedAt' | 'lines' | 'path' | 'modelMs' | 'deviceMs'
>;

/** Lines of a journal between which all events of an attempt are. */
export interface EpisodeLines {
  readonly writer: string;
  readonly attempt: number;
  /** Number of the first, from 1. */
  readonly line: number;
  /** Positions of its first byte, and after the last. */
  readonly offset: number;
  readonly end: number;
}

/** What the index knows of a run besides its episodes. */
export interface StoredRun {
  /** Of its folder. */
  readonly name: string;
  /** Which reading of the run its rows are of; none of the rows of another one is shown. */
  readonly version: string;
  /** Counts what was written of this version. */
  readonly revision: number;
  /** What its files looked like. */
  readonly fingerprint: string;
  readonly card: RunCard;
  /** Null for a run that cannot be read. */
  readonly facts: RunFacts | null;
}

/** What tells whether a run has changed. */
export type RunRevision = Pick<StoredRun, 'name' | 'version' | 'revision' | 'fingerprint'>;

/** A verdict, and the episode and mode that it is of. */
export interface StoredVerdict {
  readonly key: ItemKey;
  /** Of the run's own mode. */
  readonly isOwn: boolean;
  readonly verdict: ReportVerdict;
}

/** What changes of a run at once. */
export interface RunChange {
  readonly run: Omit<StoredRun, 'revision'>;
  /** Put in place of those of the same item and repeat. */
  readonly episodes: readonly StoredEpisode[];
  readonly verdicts: readonly StoredVerdict[];
  /** Tasks that were not written before, or stood elsewhere; put in place of those of the same id. */
  readonly tasks: readonly PlacedTask[];
  /** Episodes that are no more: given up, or never begun after all. */
  readonly gone: readonly ItemKey[];
  /** Its numbers with this change, without tables; null where it changes too often for lists of it to be kept ready. */
  readonly report: ReportRun | null;
}

/** A run with its episodes, as they were at one moment. */
export interface RunContent {
  readonly run: StoredRun;
  readonly tasks: readonly Task[];
  readonly episodes: readonly StoredEpisode[];
}

/** The same with what lists need; episodes in order of items and repeats. */
export interface RunListing extends Pick<RunContent, 'run' | 'tasks'> {
  readonly episodes: readonly ListedEpisode[];
  /** Its numbers, where they were put with the last change. */
  readonly report: ReportRun | null;
}

/** The way that an episode took. */
export type StoredPath = Pick<StoredEpisode, 'key' | 'outcome' | 'path'>;

/** An episode that changed, as far as somebody who follows is told. */
export interface EpisodeChange {
  readonly key: ItemKey;
  readonly steps: number;
  readonly isOpen: boolean;
}

/** An episode with its verdicts. */
export interface EpisodeContent {
  readonly episode: StoredEpisode;
  readonly verdict: ReportVerdict | null;
  readonly otherVerdict: ReportVerdict | null;
}

/**
 * The index over all runs of a folder. Derived: what is in it can be made anew from the journals. One process writes it at a
 * time; any number reads, and each reading sees one moment.
 */
export interface RunStore extends AsyncDisposable {
  runs(): Promise<readonly StoredRun[]>;
  /** What is asked often, to see what changed. */
  revisions(): Promise<readonly RunRevision[]>;
  run(name: string): Promise<StoredRun | null>;
  content(name: string): Promise<RunContent | null>;
  /** As `content`, at a fraction of its cost. */
  listing(name: string): Promise<RunListing | null>;
  /** Ways of the episodes of a task that have one; none of a run that is not there. */
  paths(name: string, task: string): Promise<readonly StoredPath[]>;
  episode(name: string, key: ItemKey): Promise<EpisodeContent | null>;
  /** A task of a run by its id. */
  task(name: string, id: string): Promise<Task | null>;
  /** Episodes that were written after a revision. */
  changed(name: string, revision: number): Promise<readonly EpisodeChange[]>;
  /** Adds rows of a version that is not shown yet; may be called often, so that no writing takes long. */
  stage(version: string, rows: Partial<Pick<RunChange, 'episodes' | 'verdicts' | 'tasks'>>): Promise<void>;
  /** Makes it the version that is shown, with what changes besides, in one motion; rows of others go. */
  put(change: RunChange): Promise<void>;
  /** Forgets a run. */
  remove(name: string): Promise<void>;
  /** Has every run be read again by whoever writes this index, those that were pruned too. */
  outdate(): Promise<void>;
  /** Leaves a run out until its files change. */
  prune(name: string): Promise<void>;
  /** What the files of runs that are left out looked like, by name. */
  pruned(): Promise<ReadonlyMap<string, string>>;
  /** Removes what a process left behind that ended while it read a run. */
  sweep(): Promise<void>;
}
