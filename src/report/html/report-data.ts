/**
 * What a report file holds: an index of every run, task and episode, read at once, and the steps of the episodes in
 * chunks, read when somebody looks. Written by `writeReport` and read by the viewer of the same version, nothing else.
 */
import type { Action } from '../../domain/action.js';
import type { FormatError } from '../../domain/decision.js';
import type { EpisodeEnd, Outcome } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import type { NamedScore } from '../../domain/score.js';
import type { Transition } from '../../domain/trajectory.js';
import type { RunRate, RunRates } from '../../formats/results/run-rates.js';
import type { ComparisonFacts } from '../../metrics/comparison/comparison-text.js';
import type { Table } from '../../metrics/tables/table.js';

export const REPORT_LANGUAGES = ['en', 'zh'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

/** Outcomes as the columns number them. */
export const OUTCOMES = [
  'passed',
  'failed',
  'agent_error',
  'model_error',
  'environment_error',
  'user_error',
  'invalid_task',
  'bug',
  'judge_unknown',
  'not_run',
] as const satisfies readonly Outcome[];

/** Everything that is needed before somebody opens an episode. */
export interface ReportIndex {
  /** Version of Touchstone that wrote the report. */
  readonly touchstone: string;
  readonly writtenAt: string;
  readonly title: string | null;
  /** Language to begin with; null leaves it to the reader's browser. */
  readonly language: ReportLanguage | null;
  readonly runs: readonly ReportRun[];
  readonly tasks: readonly ReportTask[];
  readonly episodes: EpisodeColumns;
  /** Episodes' end reasons as the columns number them. */
  readonly reasons: readonly string[];
  readonly comparisons: readonly ReportComparison[];
  readonly partComparisons: readonly ReportPartsComparison[];
  /** Of runs that are splits of one thing, each split and the averages over them. */
  readonly splits: readonly Table[];
  /** Of several runs those that stand in no comparison. */
  readonly uncompared: readonly UncomparedRun[];
  /** What kept whole runs, or parts of the report, out. */
  readonly problems: readonly ReportProblem[];
}

/** Something that is missing from the report. The viewer says what `kind` means; `message` and `hint` are an error's. */
export interface ReportProblem {
  readonly kind:
    | 'unreadable'
    | 'newer'
    | 'copy'
    | 'damaged'
    | 'no-episodes'
    | 'unfinished'
    /** All that is done of it is void. */
    | 'voided'
    | 'unscored'
    | 'pictures';
  /** Folder or file it is about. */
  readonly place: string;
  readonly message: string | null;
  readonly hint: string | null;
  /** Items done and planned, or pictures missing. */
  readonly counts: readonly number[];
}

/** How much an agent is shown: `baseline` sees nothing (or the words alone), `oracle` the success rule. */
export type AgentKind = 'agent' | 'baseline' | 'oracle';

export interface ReportRun {
  /** Unique within the report; part of links. */
  readonly id: string;
  /** Unique within the report; for people. */
  readonly label: string;
  readonly kind: AgentKind;
  readonly agent: string;
  /** What the agent does, one line; null where nobody says. */
  readonly agentTitle: string | null;
  /** Role and model id of every model the agent was bound to. */
  readonly models: readonly string[];
  readonly benchmark: string;
  readonly mode: Mode;
  /** Language tag of the instructions that were given; null is each task's first. */
  readonly language: string | null;
  readonly startedAt: string | null;
  readonly status: 'complete' | 'interrupted' | 'aborted' | 'budget' | 'decided' | 'crashed';
  /** Items times repeats. */
  readonly planned: number;
  /** Its items measure several things apart: `summary.success` is a count of all of them, not a score. */
  readonly inDimensions: boolean;
  readonly summary: ReportSummary;
  readonly abilities: readonly ReportAbility[];
  /** The benchmark's own tables, where its data were available. */
  readonly tables: readonly Table[];
  /** Entries of the run's identity as `path` and JSON text. */
  readonly identity: readonly (readonly [path: string, value: string])[];
  readonly identityHash: string;
  readonly problems: readonly ReportProblem[];
  readonly warnings: readonly string[];
  /** What its gate says, a sentence per check; null where none was asked for, or the run has gone on since. */
  readonly gate: { readonly met: boolean; readonly sentences: readonly string[] } | null;
}

/** A share in 0–1 with what makes it believable. Null where there is nothing to tell it from. */
export type ReportRate = RunRate;

export interface ReportSummary extends RunRates {
  /** Every repeat passed, at least one did; null with single repeats. */
  readonly passAll: ReportRate | null;
  readonly passAny: ReportRate | null;
  readonly tasks: number;
  /** The k that they are about: repeats that almost all tasks have. */
  readonly passRepeats: number;
  /** Largest number of repeats of one task. */
  readonly repeats: number;
  /** Planned items that came to no end. */
  readonly notRun: number;
  readonly meanSteps: number | null;
  readonly durationMs: number;
  readonly calls: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
}

/** Accuracy of one atomic capability: milestones reached among those counted. */
export interface ReportAbility {
  readonly ability: string;
  readonly reached: number;
  readonly counted: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface ReportTask {
  readonly id: string;
  readonly benchmark: string;
  readonly instructions: Readonly<Record<string, string>>;
  readonly apps: readonly string[];
  readonly abilities: readonly string[];
  readonly optimalSteps: number | null;
}

/** One array per property, one place per episode: 10,000 rows stay small. */
export interface EpisodeColumns {
  /** Number of the run. */
  readonly run: readonly number[];
  /** Number of the task. */
  readonly task: readonly number[];
  readonly item: readonly string[];
  readonly repeat: readonly number[];
  /** Number in `OUTCOMES`. */
  readonly outcome: readonly number[];
  /** Number in `reasons`; -1 for an episode that came to no end. */
  readonly reason: readonly number[];
  readonly steps: readonly number[];
  readonly completion: readonly (number | null)[];
  readonly durationMs: readonly number[];
  readonly costUsd: readonly (number | null)[];
  readonly tokens: readonly (number | null)[];
  readonly formatErrors: readonly number[];
  /** Attempts made, the last of which counts. */
  readonly attempts: readonly number[];
  /** Why it failed or was voided, one sentence; empty where there is nothing to say. */
  readonly why: readonly string[];
  /** Success in the other mode where that differs from this one's, else null. */
  readonly otherMode: readonly (boolean | null)[];
  /** Where the steps are, where the verdict is, and where the other mode's is; null where there is none. */
  readonly stepsAt: readonly (BlockPlace | null)[];
  readonly verdictAt: readonly (BlockPlace | null)[];
  readonly otherVerdictAt: readonly (BlockPlace | null)[];
}

/** Number of a block and the place in it. */
export type BlockPlace = readonly [block: number, place: number];

/** The steps of one episode. */
export interface ReportEpisode {
  readonly maxSteps: number | null;
  readonly startedAt: string | null;
  readonly steps: readonly ReportStep[];
  /** Steps left out of the report because there were too many of them. */
  readonly omittedSteps: number;
}

/** How one episode ended and how it was scored in one mode. */
export interface ReportVerdict {
  readonly mode: Mode;
  readonly end: EpisodeEnd | null;
  readonly success: boolean | null;
  readonly completion: number | null;
  readonly scores: readonly NamedScore[];
}

/** Why a step shows no picture: nobody took one, the report was asked for none, or the file was not where it should be. */
export type NoPicture = 'none' | 'withheld' | 'missing';

export interface ReportStep {
  readonly state: string | null;
  readonly screen: string;
  /** Width and height in pixels of the source picture; null when nobody recorded it. */
  readonly size: readonly [number, number] | null;
  readonly activity: string | null;
  /** Address relative to the report. */
  readonly picture: string | null;
  readonly noPicture: NoPicture | null;
  /** Null where nothing was done, as on a last screen. */
  readonly action: Action | null;
  readonly marks: readonly ActionMark[];
  readonly formatError: FormatError | null;
  readonly thought: string | null;
  readonly summary: string | null;
  /** Time the agent took to decide. */
  readonly decisionMs: number | null;
  readonly transition: Transition | null;
  readonly ended: boolean;
  readonly answer: string | null;
  readonly calls: readonly ReportCall[];
}

export interface ReportCall {
  readonly role: string;
  readonly model: string | null;
  readonly text: string | null;
  readonly reasoning: string | null;
  readonly finishReason: string | null;
  readonly error: string | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
  readonly latencyMs: number;
  readonly fromCache: boolean;
}

/** Where on the picture an action happened. `fraction`: 0–1 of each axis; `pixel`: of the picture at its own size. */
export interface MarkPoint {
  readonly x: number;
  readonly y: number;
  readonly unit: 'fraction' | 'pixel';
}

/** One thing drawn over a picture. */
export type ActionMark =
  | { readonly type: 'tap'; readonly at: MarkPoint; readonly count: number }
  | { readonly type: 'hold'; readonly at: MarkPoint }
  | { readonly type: 'arrow'; readonly from: MarkPoint; readonly to: MarkPoint }
  | { readonly type: 'box'; readonly from: MarkPoint; readonly to: MarkPoint };

/** Two runs side by side, task by task, as metrics compare them: `a` is the left run and the base, `b` the right one. */
export interface ReportComparison extends Omit<ComparisonFacts, 'a' | 'b'> {
  /** Numbers of the runs. */
  readonly left: number;
  readonly right: number;
  /** Entries of the identities that differ: path, left, right. */
  readonly differing: readonly ConfigurationEntry[];
  /** Tasks that came out differently, flipped ones first. */
  readonly changed: readonly ChangedItem[];
}

/** A run that is compared with no other. */
export interface UncomparedRun {
  /** Number of the run. */
  readonly run: number;
  /**
   * The oracle competes with nobody; baselines only where one agent stands alone; no other run is of its benchmark, data and
   * mode; the things that it measures apart could not be read; a fork begins with steps of another.
   */
  readonly why: 'oracle' | 'baseline' | 'alone' | 'parts' | 'fork';
}

/** Two runs that measure several things apart, compared in each of them and in nothing else. */
export interface ReportPartsComparison {
  readonly left: number;
  readonly right: number;
  /** A row per part, the conclusion among its notes. */
  readonly table: Table;
  /** Items judged under both. */
  readonly tasks: number;
  readonly differing: readonly ConfigurationEntry[];
  readonly changed: readonly ChangedItem[];
}

/** An entry of two identities: path, left value, right value. */
export type ConfigurationEntry = readonly [path: string, left: string, right: string];

export interface ChangedItem {
  readonly item: string;
  readonly left: ChangedScores;
  readonly right: ChangedScores;
  readonly difference: number;
  /** Mostly failed under one run and mostly passed under the other. */
  readonly flipped: boolean;
}

export interface ChangedScores {
  /** Repeats that passed; of another metric what the repeats add up to, each in 0–1. */
  readonly passed: number;
  readonly judged: number;
}
