import type { PhoneTaking } from '../environments/android/pool/android-devices-options.js';
import type { SharedPhoneAccess } from '../environments/android/pool/open-android-devices.js';
import type { Action } from '../domain/action.js';
import type { FormatError } from '../domain/decision.js';
import type { Graph } from '../domain/graph/graph.js';
import type { Episode, ItemKey } from '../domain/episode.js';
import type { MetricDeclaration, MetricValue } from '../domain/scores/main-metric.js';
import type { WorldEnvironment } from '../domain/live/world-environment.js';
import type { Mode } from '../domain/mode.js';
import type { FailureCauses } from '../domain/scores/failure-causes.js';
import type { RecordedEpisodes, RecordedSplit, RecordedStep } from '../domain/recordings/recorded-episode.js';
import type { EnvironmentIdentity, RunIdentity } from '../domain/run.js';
import type { EpisodeScores, ItemResult } from '../domain/score.js';
import type { Verdict } from '../domain/scores/verdict.js';
import type { Screen } from '../domain/screen.js';
import type { Task } from '../domain/task.js';
import type { ForbiddenKind } from '../domain/task-fields/forbidden-kind.js';
import type { Trajectory } from '../domain/trajectory.js';
import type { EnvironmentProvider } from '../environments/environment-provider.js';
import type { AnsweringUser } from '../environments/user/user-environment.js';
import type { DatasetError } from '../errors.js';
import type { Evaluator } from '../evaluators/evaluator.js';
import type { BenchmarkLinter } from '../lint/benchmark-linter.js';
import type { NamedSplits } from '../metrics/tables/splits-table.js';
import type { Table } from '../metrics/tables/table.js';
import type { DataManifest } from './data-check/data-manifest.js';
import type { DatasetExport } from './dataset-export.js';
import type { SourceExport } from './source-export.js';
import type { ElsewhereScorer } from './elsewhere-scorer.js';
import type { PublishedConstruction } from './published-construction.js';
import type { PublishedCondition } from './published-condition.js';
import type { PublishedQuestions } from './published-questions.js';
import type { PaperTable } from './paper-tables/paper-table.js';
import type { ResultViews } from './result-views.js';
import type { PublishedScreenActions } from './screen-actions-view.js';

export type Protocol = 'interactive' | 'stepwise' | 'question' | 'judging';

/** One task of a run. `invalid` says why it cannot be done at all: such an item is voided, the run continues. */
export interface BenchmarkItem {
  readonly id: string;
  readonly task: Task;
  readonly invalid?: string;
  /**
   * Whose matter that is: the data's, unless it is the user's, such as an app that is not installed, or that of where it is
   * done, such as an item that ends every process that does it.
   */
  readonly invalidBy?: 'dataset' | 'user' | 'environment';
}

/** Where a run's tasks are done. */
export interface ChosenEnvironment {
  readonly kind: WorldEnvironment;
  /** Serials of the phones to run on; empty: every one that is ready. */
  readonly devices: readonly string[];
  /** What phones are opened by; absent where none is needed, such as for scoring. */
  readonly phones?: PhoneAccess;
}

/** What running on phones takes of the computer and its user. */
export interface PhoneAccess {
  readonly server: { readonly host?: string; readonly port?: number };
  /** Folder of the user where leases, quarantine and what is to be taken back are kept. */
  readonly folder: string;
  /** Environment variables, for the secrets that login scripts name. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /**
   * @param used what of it was read: its SHA-256 (hex)
   * @throws where the file names what only the user may name, and the user has not trusted it as it was read
   */
  readonly requireTrust: (file: string, named: readonly string[], used: string) => Promise<void>;
  readonly onNote: (note: string) => void;
  /** Phones are taken from among those that hosts share. */
  readonly shared?: SharedPhoneAccess;
  /** Default: all, for as long as the benchmark is open. */
  readonly taking?: PhoneTaking;
  /** The environment of a run that goes on. */
  readonly recorded?: EnvironmentIdentity;
}

/** What a run lays between the agents and the phones of a suite's tasks. */
export interface AroundChoice {
  /** Kinds of actions that are refused where the task does not permit them; null leaves it to the environment's kind. */
  readonly forbid: readonly ForbiddenKind[] | null;
  /** The tasks' unexpected events happen; without it only those that a task requires. */
  readonly events: boolean;
  /** Who answers in place of the users that tasks bring along. */
  readonly user: AnsweringUser | null;
}

export interface OpenBenchmarkOptions {
  /** Folder with the benchmark's data; needed where the benchmark is not bundled. */
  readonly dataDirectory?: string;
  readonly mode: Mode;
  readonly split?: string;
  /** Language of the instructions, where the tasks have several. */
  readonly language?: string;
  /** Benchmark-specific switches, such as the chooser of random outcomes; part of the run's identity. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Where the tasks are done; the first of the definition's `environments` unless given. */
  readonly environment?: ChosenEnvironment;
  /** What lies between agents and phones; the usual for where the tasks are done unless given. */
  readonly around?: AroundChoice;
  /** Absolute; what relative file names among the settings start from. */
  readonly workingDirectory?: string;
  /** Evaluators of plug-ins by name, for tasks that name one. */
  readonly evaluators?: ReadonlyMap<string, Evaluator>;
  readonly signal: AbortSignal;
}

/** What a run made elsewhere holds for one item, or why that cannot be read; other items stay valid. */
export type SavedEpisode =
  | {
      readonly type: 'episode';
      readonly key: ItemKey;
      readonly trajectory: Trajectory;
      /** What is odd about the record, for the user to see. */
      readonly warnings: readonly string[];
    }
  | {
      readonly type: 'broken';
      /** null when the record does not name its item. */
      readonly key: ItemKey | null;
      readonly error: DatasetError;
    };

/** What there is to do, and where it happens. */
export interface ItemSource {
  /**
   * `interactive`: the action decides which screen comes next · `stepwise`: the screens of a recording come one after
   * the other, independent of the agent's actions, and none of them ends an episode, `stop` included · `question`: some
   * items are one prompt with one answer (`Observation.question`).
   */
  readonly protocol: 'interactive' | 'stepwise' | 'question';
  /** Steps an episode may take unless the run or the task sets a limit. */
  readonly defaultMaxSteps: number;
  /** `wait`: an answer that cannot be read uses a step up, in which nothing is done; otherwise it ends the episode. */
  readonly formatErrors?: 'wait';
  /** In order; the engine never holds them all. */
  list(): AsyncIterable<BenchmarkItem>;
  /**
   * The same items in the order in which they are best done on what there is now, such as several phones; `list` where it is
   * absent. Nothing that a run is may depend on it.
   */
  plan?(): AsyncIterable<BenchmarkItem>;
  /** Where it happens. */
  readonly environments: EnvironmentProvider<BenchmarkItem>;
}

/** What an episode is scored with. */
export interface ScoreOptions {
  readonly signal: AbortSignal;
  /** What the judge said whom the benchmark leaves success to; absent where nobody has judged the episode. */
  readonly verdict?: Verdict;
}

/** How episodes become scores, and scores tables. */
export interface Scorer {
  /** @throws {DatasetError} when the item's success rule is broken; voids that item. */
  score(item: BenchmarkItem, episode: Episode, mode: Mode, options: ScoreOptions): Promise<EpisodeScores>;
  /**
   * The benchmark's own result tables, in the layout of its paper. `agent` names the row; `published` adds the paper's.
   * `identity` says what the run was; it is absent for runs made elsewhere.
   */
  tables(
    results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
    options: { agent: string; mode: Mode; published?: boolean; identity?: RunIdentity },
  ): Promise<readonly Table[]>;
}

/**
 * The number that the benchmark's own paper ranks by, beside the success rate: shown, compared and gated wherever that is.
 * What each item brings to it is kept with its scores.
 */
export type MainMetric =
  | (MetricDeclaration & { readonly average: 'completion' })
  | (MetricDeclaration & {
      readonly average: 'pooled' | 'group_mean';
      /** What an episode brings, from its scores; null where it cannot be measured. Pure. */
      readonly of: (scores: EpisodeScores, item: BenchmarkItem) => MetricValue | null;
    });

/** Success is left to a judge, whose verdicts its scorer is given (`ScoreOptions.verdict`). */
export interface Judging {
  /** Judges whose verdicts it takes, the usual one first. */
  readonly judges: readonly string[];
  /** Why no judge is asked about an episode, such as one that was never said to be done; null where one is. Pure. */
  whyNot(item: BenchmarkItem, episode: Episode): string | null;
  /** Kind of the task that ways of judging are compared on; null where it is of none. Pure. */
  kindOf?(task: Task): string | null;
  /** What its own judges are given beside the task (`JudgeInput.material`); never shown to an agent. */
  material?(item: BenchmarkItem): unknown;
}

/** Recorded episodes, for statistics, checks and exports. */
export interface Recordings {
  /** How many entries `episodes` gives; null where that is not known without reading them. */
  readonly count: number | null;
  /** Whether a step's own instruction replaces the episode's or is shown next to it. */
  readonly lowLevel: 'replaces' | 'beside';
  episodes(): RecordedEpisodes;
  /**
   * How the dataset divides its episodes, independent of the open split; empty where no file states a division.
   *
   * @throws {DatasetError} when a file that states it is broken
   */
  splits(): Promise<readonly RecordedSplit[]>;
}

/** Files of predictions that hold actions in the benchmark's own words; without it, unified actions alone are read. */
export interface PredictionReader {
  read(value: unknown, step: RecordedStep): Action | FormatError;
}

/** Runs made elsewhere, as a file or folder in a form that the benchmark's page in `docs/` describes. */
export interface SavedRunReader {
  /**
   * Items that it does not contain are left out.
   *
   * @throws {DatasetError} when the file or folder as a whole cannot be read.
   */
  read(path: string, options: { signal: AbortSignal }): AsyncIterable<SavedEpisode>;
}

/** The world that was recorded, for the oracle, for scoring, and for viewing after the run. */
export interface RecordedWorld {
  /** A screen by `Screen.id`. */
  screen(id: string): Screen | null;
  /** The graph that the item is in; null where there is none. */
  graph(item: BenchmarkItem): Graph | null;
}

/** A random stream shared by all episodes: the engine runs them one after the other, in order. */
export interface SharedRandomStream {
  /**
   * Moves it to the position after `count` drawn words (the sum of `Transition.draws` so far). The engine calls it
   * before every attempt, so it must be cheap when the position does not change.
   */
  moveTo(count: number): void;
}

/** An opened benchmark with its data. What it supports beyond items and scores are facets, each whole or absent. */
export interface Benchmark extends AsyncDisposable {
  readonly name: string;
  readonly version: string;
  readonly mode: Mode;
  readonly split: string;
  /** SHA-256 over the data files that can change a score. */
  readonly dataHash: string;
  /**
   * Everything besides data and mode that decides scores, spelled out: defaults, thresholds, values from files. Part of
   * a run's identity, in place of the settings it was opened with.
   */
  readonly identity?: Readonly<Record<string, unknown>>;
  /** What differs from the published data or could not be read, for the user to see. */
  readonly warnings: readonly string[];
  readonly items: ItemSource;
  readonly scorer: Scorer;
  /** Absent where the success rate is all that the benchmark ranks by. */
  readonly mainMetric?: MainMetric;
  /** Absent where rules decide. */
  readonly judging?: Judging;
  readonly recordings?: Recordings;
  readonly predictions?: PredictionReader;
  readonly savedRuns?: SavedRunReader;
  /** Absent where screens are live: then the engine stores what they contain with the run. */
  readonly world?: RecordedWorld;
  readonly sharedStream?: SharedRandomStream;
}

/** How a benchmark is found and opened, and what else it can do: facets, each whole or absent. */
export interface BenchmarkDefinition {
  readonly name: string;
  readonly title: string;
  readonly protocol: Protocol;
  readonly defaultMode: Mode;
  readonly splits: readonly string[];
  readonly needsData: boolean;
  /** Where its tasks can be done, the usual one first; absent where they are done on recorded screens alone. */
  readonly environments?: readonly WorldEnvironment[];
  /**
   * Its own switches by name, with what each is for; a name that ends in `.` stands for every name that starts with it.
   */
  readonly options?: Readonly<Record<string, string>>;
  /**
   * Examples in the help of a command, by the command's full name (`run`, `phone serve`; `touchstone` for the top
   * level): complete command lines, each with its explanation after two spaces. In `export FORMAT`, FORMAT stands for
   * the name of any format of training records.
   */
  readonly examples?: Readonly<Record<string, readonly string[]>>;
  /** Absolute path of its data, where they are bundled or the benchmark's own. */
  readonly folder?: string;
  /** Screens show data of real people: screenshots stay out of reports. */
  readonly showsPersonalData?: boolean;
  /** @throws {DatasetError | UserError} with the file and place when the data cannot be used at all. */
  open(options: OpenBenchmarkOptions): Promise<Benchmark>;
  /**
   * How its paper asked a model, by the name that an endpoint has for it; null where it asked none of that family. A run
   * whose user names no dialect tells it.
   */
  conditionOf?(model: string): PublishedCondition | null;
  /** Which files belong in its folder, and where they come from. */
  readonly data?: DataManifest;
  /** Finds what is wrong with its data; recorded episodes are checked without one, too. */
  readonly linter?: BenchmarkLinter;
  /** Its tables have rows of the paper to show next to one's own (`Scorer.tables`, `published`); without, nobody may ask for them. */
  readonly showsPublished?: boolean;
  /** Scores of runs and predictions made elsewhere in forms of its own. */
  readonly elsewhere?: ElsewhereScorer;
  /** Averages over some of its splits that its paper prints, beside the one over all splits that were run. */
  readonly splitAverages?: readonly NamedSplits[];
  /** Other views of a run's results. */
  readonly views?: ResultViews;
  /** Causes of failure that its paper names, for people who label episodes. */
  readonly failureCauses?: FailureCauses;
  /** The tables of its paper, with what it takes to repeat them; their ids begin with one name. */
  readonly paperTables?: readonly PaperTable[];
  /** What its paper says of the actions that agents take on each screen, and how its script counts them. */
  readonly screenActions?: PublishedScreenActions;
  /** How its authors built it; loaded when it is asked for. */
  readonly construction?: () => Promise<PublishedConstruction>;
  /** Questions in a form of its own. */
  readonly questionForm?: PublishedQuestions;
  /** Files in forms of its own. */
  readonly exports?: readonly DatasetExport[];
  /** Data in forms of its own, written from episodes of any source. */
  readonly sourceExports?: readonly SourceExport[];
}
