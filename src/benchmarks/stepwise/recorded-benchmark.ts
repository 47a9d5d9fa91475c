import type { Mode } from '../../domain/mode.js';
import { RECORDED_HISTORIES, type RecordedHistory } from '../../domain/recordings/recorded-history.js';
import type { RecordedEpisode, RecordedSplit } from '../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../domain/screen.js';
import { UserError } from '../../errors.js';
import type { Benchmark, OpenBenchmarkOptions, Scorer } from '../benchmark.js';
import { scoreSteps, type StepRule } from './score-steps.js';
import { settingOf } from './setting-of.js';
import { stepTables, type StepTableOptions } from './step-tables.js';
import { recordingsOf, stepwiseItems, type RecordedSource, type StepwiseProtocol } from './stepwise-items.js';

/** Steps of the longest published episodes and then some; each task brings its own number. */
const MAX_STEPS = 100;

/** What a dataset of recorded episodes brings to be a benchmark, each step of which is predicted from its recorded screen. */
export interface RecordedDataset
  extends
    Pick<
      Benchmark,
      'name' | 'split' | 'dataHash' | 'identity' | 'warnings' | 'scorer' | 'mainMetric' | 'predictions'
    >,
    Pick<StepwiseProtocol, 'level' | 'lowLevel' | 'history'> {
  readonly source: RecordedSource;
  /** Whether screens come with their UI hierarchy. */
  readonly hasTrees: boolean;
  /** How many episodes there are; null where that is not known without reading them. */
  readonly count: number | null;
  readonly splits: () => Promise<readonly RecordedSplit[]>;
  readonly screen: (id: string) => Screen | null;
  readonly dispose?: () => Promise<void>;
}

/** The opened benchmark with its data. */
export function recordedBenchmark(dataset: RecordedDataset, mode: Mode): Benchmark {
  const { source, level, lowLevel, history, hasTrees, count, splits, screen, dispose, ...facets } = dataset;
  return {
    ...facets,
    version: '1',
    mode,
    items: stepwiseItems(source, {
      level,
      lowLevel,
      history,
      capabilities: { pictures: true, hierarchy: hasTrees, activity: false },
      defaultMaxSteps: MAX_STEPS,
    }),
    recordings: { count, lowLevel, episodes: () => recordingsOf(source), splits },
    world: { screen, graph: () => null },
    [Symbol.asyncDispose]: async () => dispose?.(),
  };
}

/**
 * Where the data are, and what an agent is shown of them.
 *
 * @throws {UserError} without a folder, or for a setting that the benchmark does not have
 */
export function recordedSettings(
  benchmark: string,
  options: OpenBenchmarkOptions,
): {
  readonly dataDirectory: string;
  readonly level: 'high' | 'low';
  readonly history: RecordedHistory;
} {
  const { dataDirectory } = options;
  if (dataDirectory === undefined) {
    throw new UserError(`${benchmark} needs its data`, { hint: 'Name it with --data.' });
  }
  return {
    dataDirectory,
    level: settingOf(benchmark, options, 'level', ['high', 'low']),
    history: settingOf(benchmark, options, 'history', RECORDED_HISTORIES),
  };
}

/** How steps are judged by named rules, and what the tables say of them. */
export interface StepRuleScoring extends Omit<StepTableOptions, 'agent' | 'evaluator'> {
  /** The first decides. */
  readonly rulesOf: (mode: Mode) => readonly [StepRule, ...StepRule[]];
  /** An episode, and the rules where they need to know it. @throws {DatasetError} when it cannot be read */
  readonly read: (
    id: string,
    mode: Mode,
  ) => Promise<{ readonly recorded: RecordedEpisode; readonly rules: readonly [StepRule, ...StepRule[]] }>;
}

/** Scores and tables of a benchmark whose steps are judged by named rules; episodes are grouped by their subset. */
export function stepRuleScorer({ rulesOf, read, ...tables }: StepRuleScoring): Scorer {
  return {
    score: async ({ id }, episode, mode) => {
      const { recorded, rules } = await read(id, mode);
      return scoreSteps(recorded, episode, { rules, groups: recorded.labels['subset'] ?? [], mode });
    },
    tables: async (results, { agent, mode }) =>
      stepTables(results, {
        ...tables,
        title: `${tables.title}, ${mode} mode`,
        agent,
        evaluator: rulesOf(mode)[0].name,
      }),
  };
}
