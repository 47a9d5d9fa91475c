import type { FormatErrorKind } from '../../domain/decision.js';
import type { EpisodeEndReason, Outcome } from '../../domain/episode.js';
import type { FirstDifference } from '../../metrics/comparison/first-difference.js';
import type { ComparisonWords } from '../../metrics/comparison/comparison-text.js';
import type { NoPicture } from '../view/report-episode.js';
import type { ReportLanguage } from '../view/report-language.js';
import type { ReportProblem } from '../view/report-problem.js';
import type { UncomparedRun } from '../view/report-comparison.js';
import { chinese } from './strings-zh.js';
import { english } from './strings-en.js';

/** Every text of the viewer in one language; what depends on numbers or names is a function. */
export interface Strings {
  readonly languageTag: string;
  /** The language of the glossary that goes with it. */
  readonly glossary: ReportLanguage;
  readonly report: string;
  readonly overview: string;
  readonly tasks: string;
  readonly episodes: string;
  readonly compare: string;
  readonly language: string;
  readonly theme: string;
  readonly themes: Readonly<Record<'auto' | 'light' | 'dark', string>>;
  readonly keyboard: string;
  readonly close: string;
  readonly skipToContent: string;
  readonly writtenBy: (version: string, date: string) => string;
  readonly outcomes: Readonly<Record<Outcome, string>>;
  /** What an outcome means for the rate, one sentence. */
  readonly outcomeHelp: Readonly<Record<Outcome, string>>;
  readonly owners: Readonly<Record<string, string>>;
  readonly reasons: Readonly<Record<EpisodeEndReason, string>>;
  readonly noEnd: string;
  readonly problems: Readonly<Record<ReportProblem['kind'], string>>;
  /** What there is to say of a problem from its counts alone. */
  readonly problemDetails: Readonly<
    Partial<Record<ReportProblem['kind'], (counts: readonly number[]) => string>>
  >;
  readonly statuses: Readonly<
    Record<'complete' | 'interrupted' | 'aborted' | 'budget' | 'decided' | 'crashed', string>
  >;
  readonly modes: Readonly<Record<'reference' | 'corrected', string>>;
  readonly kinds: Readonly<Record<'agent' | 'baseline' | 'oracle', string>>;
  readonly kindHelp: Readonly<Record<'agent' | 'baseline' | 'oracle', string>>;
  readonly run: string;
  readonly runCount: (count: number) => string;
  readonly episodeCount: (count: string) => string;
  readonly taskCount: (count: string) => string;

  readonly results: string;
  readonly success: string;
  readonly completion: string;
  readonly interval: string;
  /** Heading, for those who hear the page, over a column of bars. */
  readonly chart: string;
  readonly counted: string;
  readonly bounds: string;
  readonly voided: string;
  readonly notRun: string;
  readonly meanSteps: string;
  readonly cost: string;
  readonly time: string;
  readonly tokens: string;
  readonly calls: string;
  readonly effort: string;
  readonly tokensIn: string;
  readonly tokensOut: string;
  readonly formatErrorsCount: string;
  /** `k` is a number, or `k` where runs differ in it. */
  readonly passAll: (k: string) => string;
  readonly passAny: (k: string) => string;
  readonly resultsNote: string;
  /** In place of success and of the note on it, where runs measure several things apart. */
  readonly itemsRight: string;
  readonly notAScore: string;
  readonly dimensionsNote: string;
  readonly bestBaseline: (name: string, rate: string) => string;
  readonly noBaseline: string;
  readonly nothing: string;
  readonly modesDiffer: (count: string) => string;

  readonly profile: string;
  readonly profileNote: string;
  readonly profileTitle: (names: string) => string;
  readonly dimension: string;
  readonly notMeasured: string;
  readonly capabilities: string;
  readonly capabilitiesNote: string;
  readonly capability: string;
  readonly capabilityCell: (reached: number, counted: number) => string;
  readonly radarTitle: (names: string) => string;
  /** Where runs are not in the radar, since an axis of theirs rests on too few. */
  readonly noRadar: (least: number) => string;
  readonly outcomesTitle: string;
  readonly outcomesNote: string;
  readonly endReasons: string;
  readonly byApp: string;
  readonly byAppNote: string;
  readonly benchmarkTables: string;
  readonly configuration: string;
  readonly configurationNote: string;
  readonly configurationSame: string;
  readonly entry: string;
  readonly warnings: string;
  readonly followCell: string;

  readonly search: string;
  readonly searchHint: string;
  readonly filters: string;
  readonly allApps: string;
  readonly allAbilities: string;
  readonly allRuns: string;
  readonly outcome: string;
  readonly app: string;
  readonly ability: string;
  readonly clear: string;
  readonly removeFilter: (name: string) => string;
  readonly shown: (shown: string, all: string) => string;
  readonly noMatch: string;
  readonly noEpisodes: string;
  readonly task: string;
  readonly repeats: string;
  readonly repeat: string;
  readonly passedOf: string;
  readonly steps: string;
  readonly why: string;
  readonly endedBy: string;
  readonly onlyDiffering: string;
  readonly fromCell: (cell: string) => string;
  readonly sortBy: (column: string) => string;
  readonly inOrder: string;
  readonly cellOf: (run: string, repeat: number, outcome: string) => string;

  readonly step: (number: number, of: number) => string;
  readonly stepShort: string;
  /** What read an answer; `known` where commands know the dialect by its name. */
  readonly readBy: (dialect: string) => string;
  readonly readByKnown: (dialect: string) => string;
  readonly lastScreen: string;
  /** Evaluators whose names say little, by name. */
  readonly evaluators: Readonly<Record<string, string>>;
  readonly firstSeen: string;
  readonly back: string;
  readonly previousEpisode: string;
  readonly nextEpisode: string;
  readonly previousStep: string;
  readonly nextStep: string;
  readonly otherRepeats: string;
  readonly instruction: string;
  readonly verdict: string;
  readonly otherVerdict: (mode: string, verdict: string) => string;
  readonly evaluator: string;
  readonly milestones: string;
  readonly reachedAt: (step: number) => string;
  readonly notReached: string;
  readonly action: string;
  readonly noAction: string;
  readonly thought: string;
  readonly summary: string;
  readonly environment: string;
  readonly rule: string;
  /** What a rule of an environment means; unknown rules are shown as they are. */
  readonly rules: Readonly<Record<string, string>>;
  readonly from: string;
  readonly to: string;
  readonly episodeEnded: string;
  readonly candidates: (count: number) => string;
  readonly answer: string;
  readonly formatError: string;
  readonly formatErrors: Readonly<Record<FormatErrorKind, string>>;
  readonly formatErrorHelp: string;
  readonly excerpt: string;
  readonly modelCalls: string;
  readonly modelAnswer: string;
  readonly reasoning: string;
  readonly fromCache: string;
  readonly tokensInOut: (input: string, output: string) => string;
  readonly screen: string;
  readonly state: string;
  readonly size: string;
  readonly activity: string;
  readonly noPicture: Readonly<Record<NoPicture | 'broken' | 'noRoom', string>>;
  readonly pictureOf: (step: number, action: string) => string;
  readonly openPicture: string;
  readonly attempts: (count: number) => string;
  readonly owner: string;
  readonly message: string;
  readonly omittedSteps: (count: number) => string;
  readonly noSteps: string;
  readonly cannotRead: string;
  readonly unknownEpisode: string;
  readonly loading: string;

  readonly actions: {
    readonly tap: string;
    readonly doubleTap: string;
    readonly longPress: string;
    readonly swipe: string;
    readonly swipeTo: Readonly<Record<'up' | 'down' | 'left' | 'right', string>>;
    readonly type: (text: string) => string;
    readonly submit: string;
    readonly key: (key: string) => string;
    readonly clearText: string;
    readonly openApp: (app: string) => string;
    readonly openUrl: (url: string) => string;
    readonly previousApp: string;
    readonly restartApp: string;
    readonly wait: (seconds: string | null) => string;
    readonly gridOverlay: string;
    readonly answer: (text: string) => string;
    readonly askUser: (text: string) => string;
    readonly memo: (text: string) => string;
    readonly replan: string;
    readonly stop: (status: string, answer: string) => string;
    readonly statuses: Readonly<Record<string, string>>;
    readonly foreign: (text: string) => string;
    readonly at: (x: string, y: string) => string;
    readonly elementNumber: (element: string) => string;
  };

  readonly shortcuts: readonly (readonly [keys: string, meaning: string])[];

  readonly comparisonNote: string;
  readonly noComparison: string;
  /** Why a run is compared with no other, its name before it. */
  readonly uncompared: Readonly<Record<UncomparedRun['why'], string>>;
  readonly comparison: ComparisonWords;
  readonly howComputed: string;
  readonly partByPart: string;
  readonly difference: string;
  readonly pairedTasks: string;
  /** Headings of a table that compares several numbers. */
  readonly metric: string;
  readonly value: string;
  readonly changedTasks: string;
  readonly changedNote: (flipped: string, all: string, tasks: string) => string;
  readonly moreChanged: (count: string) => string;
  readonly change: string;
  readonly gained: string;
  readonly lost: string;
  readonly up: string;
  readonly down: string;
  readonly firstDifference: string;
  readonly sameSteps: string;
  readonly hadEnded: string;
  readonly differences: Readonly<Record<FirstDifference['kind'], string>>;
  readonly differingEntries: string;
}

const LANGUAGES = { en: english, zh: chinese } satisfies Record<ReportLanguage, Strings>;

export function stringsOf(language: ReportLanguage): Strings {
  return LANGUAGES[language];
}
