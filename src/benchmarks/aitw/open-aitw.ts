import { join } from 'node:path';
import type { Mode } from '../../domain/mode.js';
import { historyWords, RECORDED_HISTORIES } from '../../domain/recordings/recorded-history.js';
import type { RecordedStep } from '../../domain/recordings/recorded-episode.js';
import { DatasetError, UserError } from '../../errors.js';
import type { Benchmark, OpenBenchmarkOptions } from '../benchmark.js';
import { chooseStepRule } from '../stepwise/choose-step-rule.js';
import { keepLatest } from '../stepwise/keep-latest.js';
import { readOwnAction } from '../stepwise/read-own-action.js';
import { scoreSteps } from '../stepwise/score-steps.js';
import type { StepRule } from '../stepwise/score-steps.js';
import { settingOf } from '../stepwise/setting-of.js';
import { stepTables } from '../stepwise/step-tables.js';
import { recordingsOf, stepwiseItems } from '../stepwise/stepwise-items.js';
import type { RecordedSource } from '../stepwise/stepwise-items.js';
import { aitwConversions, openAitwConversion } from './aitw-conversion.js';
import { aitwStepRules } from './aitw-step-rules.js';
import { predictedAitw } from './predicted-aitw.js';
import { aitwFolders, openAitwShards } from './aitw-shards.js';
import type { AitwSource } from './aitw-source.js';
import { AITW_SUBSETS, aitwSplit, namesIn, readAitwSplits, readTestSide } from './aitw-splits.js';
import type { AitwSplit } from './aitw-splits.js';
import type { AitwStep } from './aitw-step.js';

/** Steps of the longest published episode and then some; each task brings its own number. */
const MAX_STEPS = 100;

/** Episodes kept without their pictures; with all their elements they take some 50 kB each. */
const KEPT_EPISODES = 500;

const UNVERIFIED =
  'Android in the Wild is read and judged from public descriptions, unverified: none of its data were at hand.';

/** The benchmark with its data in hand. */
export async function openAitw(options: OpenBenchmarkOptions): Promise<Benchmark> {
  const { dataDirectory, mode, signal } = options;
  if (dataDirectory === undefined)
    throw new UserError('aitw needs its data', { hint: 'Name it with --data.' });
  if (settingOf('aitw', options, 'level', ['high', 'low']) === 'low') {
    throw new UserError('aitw has no instructions for single steps', { hint: 'Leave --level out.' });
  }
  const history = settingOf('aitw', options, 'history', RECORDED_HISTORIES);
  const rulesOf = (
    judged: Mode,
    ownOf: (step: RecordedStep) => AitwStep | undefined = () => undefined,
  ): readonly [StepRule, ...StepRule[]] => chooseStepRule(aitwStepRules(judged, ownOf), options);
  const rules = rulesOf(mode);
  const split = aitwSplit(options.split ?? 'standard');
  const source = await openSource(dataDirectory, split, signal);
  const read = keepLatest(KEPT_EPISODES, async (id) => source.readBoth(id));
  const recordedSource: RecordedSource = {
    ids: () => source.ids(),
    read: async (id) => (await read(id)).recorded,
  };
  return {
    name: 'aitw',
    version: '1',
    mode,
    split: split.name,
    dataHash: source.hash,
    identity: { history, evaluator: rules[0].name, protocols: rules.map(({ protocol }) => protocol) },
    warnings: [UNVERIFIED, ...source.warnings],
    items: stepwiseItems(recordedSource, {
      level: 'high',
      lowLevel: 'beside',
      history,
      capabilities: { pictures: true, hierarchy: false, activity: false },
      defaultMaxSteps: MAX_STEPS,
    }),
    recordings: {
      count: source.count,
      lowLevel: 'beside',
      episodes: () => recordingsOf(recordedSource),
      splits: () => readAitwSplits(dataDirectory, (id) => source.subsetOf(id), { signal }),
    },
    predictions: { read: (value) => readOwnAction(value, predictedAitw) },
    world: { screen: (id) => source.screen(id), graph: () => null },
    scorer: {
      score: async ({ id }, episode, scoredMode) => {
        const { own, recorded } = await read(id);
        const steps = new Map<RecordedStep, AitwStep | undefined>(
          recorded.steps.map((step, index) => [step, own.steps[index]]),
        );
        return scoreSteps(recorded, episode, {
          rules: rulesOf(scoredMode, (step) => steps.get(step)),
          groups: recorded.labels['subset'] ?? [],
          mode: scoredMode,
        });
      },
      tables: async (results, { agent, mode: tabled }) =>
        stepTables(results, {
          id: 'aitw',
          title: `Android in the Wild, ${split.name}, ${historyWords(history)}, ${tabled} mode`,
          agent,
          evaluator: rulesOf(tabled)[0].name,
          groupTitle: 'Subset',
          groups: AITW_SUBSETS,
          stepTitle: 'Action matching',
          hasMean: true,
          notes: [UNVERIFIED],
        }),
    },
    [Symbol.asyncDispose]: async () => source[Symbol.asyncDispose](),
  };
}

async function openSource(dataDirectory: string, split: AitwSplit, signal: AbortSignal): Promise<AitwSource> {
  const folders = await aitwFolders(dataDirectory, split.subsets);
  if (folders.length > 0) {
    const test = await readTestSide(dataDirectory, split, { signal });
    return openAitwShards(folders, { dataDirectory, test, signal });
  }
  const [name, ...others] = aitwConversions(await namesIn(dataDirectory));
  const place = { file: dataDirectory };
  if (name === undefined) {
    throw new DatasetError(`the folder holds nothing of ${split.subsets.join(', ')}`, {
      place,
      hint: 'It has a folder of TFRecord files for each, or one JSON conversion (aitw*.json).',
    });
  }
  if (others.length > 0) {
    throw new DatasetError(
      `the folder holds ${others.length + 1} JSON conversions: ${[name, ...others].join(', ')}`,
      {
        place,
        hint: 'Leave the one to be used.',
      },
    );
  }
  if (split.division !== null && split.division !== 'standard') {
    throw new UserError(`a JSON conversion is not divided by ${split.division}`, {
      hint: 'It is run whole (--split standard), or one of its datasets.',
    });
  }
  return openAitwConversion(join(dataDirectory, name), { dataDirectory, subsets: split.subsets, signal });
}
