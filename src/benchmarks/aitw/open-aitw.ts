import { join } from 'node:path';
import type { Mode } from '../../domain/mode.js';
import { historyWords } from '../../domain/recordings/recorded-history.js';
import type { RecordedStep } from '../../domain/recordings/recorded-episode.js';
import { DatasetError, UserError } from '../../errors.js';
import type { Benchmark, OpenBenchmarkOptions } from '../benchmark.js';
import { chooseStepRule } from '../stepwise/choose-step-rule.js';
import { keepLatest } from '../stepwise/keep-latest.js';
import { readOwnAction } from '../stepwise/read-own-action.js';
import type { StepRule } from '../stepwise/score-steps.js';
import {
  recordedBenchmark,
  recordedSettings,
  stepRuleScorer,
  type RecordedDataset,
} from '../stepwise/recorded-benchmark.js';
import { stepMetric } from '../stepwise/step-metric.js';
import { namesInData } from '../stepwise/split-files.js';
import { aitwConversions, openAitwConversion } from './aitw-conversion.js';
import { aitwStepRules } from './aitw-step-rules.js';
import { predictedAitw } from './predicted-aitw.js';
import { aitwFolders, openAitwShards } from './aitw-shards.js';
import type { AitwSource } from './aitw-source.js';
import { AITW_SUBSETS, aitwSplit, readAitwSplits, readTestSide, type AitwSplit } from './aitw-splits.js';
import type { AitwStep } from './aitw-step.js';

/** Episodes kept without their pictures; with all their elements they take some 50 kB each. */
const KEPT_EPISODES = 500;

const UNVERIFIED =
  'Android in the Wild is read and judged from public descriptions, unverified: none of its data were at hand.';

/** The opened benchmark with its data. */
export async function openAitw(options: OpenBenchmarkOptions): Promise<Benchmark> {
  const { mode, signal } = options;
  const { dataDirectory, level, history } = recordedSettings('aitw', options);
  if (level === 'low') {
    throw new UserError('aitw has no instructions for single steps', { hint: 'Leave --level out.' });
  }
  const rulesOf = (
    judged: Mode,
    ownOf: (step: RecordedStep) => AitwStep | undefined = () => undefined,
  ): readonly [StepRule, ...StepRule[]] => chooseStepRule(aitwStepRules(judged, ownOf), options);
  const rules = rulesOf(mode);
  const split = aitwSplit(options.split ?? 'standard');
  const source = await openSource(dataDirectory, split, signal);
  const read = keepLatest(KEPT_EPISODES, async (id) => source.readBoth(id));
  const dataset: RecordedDataset = {
    name: 'aitw',
    split: split.name,
    dataHash: source.hash,
    identity: { history, evaluator: rules[0].name, protocols: rules.map(({ protocol }) => protocol) },
    warnings: [UNVERIFIED, ...source.warnings],
    source: { ids: () => source.ids(), read: async (id) => (await read(id)).recorded },
    level,
    lowLevel: 'beside',
    history,
    hasTrees: false,
    count: source.count,
    splits: () => readAitwSplits(dataDirectory, (id) => source.subsetOf(id), { signal }),
    screen: (id) => source.screen(id),
    predictions: { read: (value) => readOwnAction(value, predictedAitw) },
    mainMetric: stepMetric({ name: 'AM', label: 'action matching', average: 'group_mean' }),
    scorer: stepRuleScorer({
      rulesOf,
      read: async (id, judged) => {
        const { own, recorded } = await read(id);
        const steps = new Map(recorded.steps.map((step, index) => [step, own.steps[index]]));
        return { recorded, rules: rulesOf(judged, (step) => steps.get(step)) };
      },
      id: 'aitw',
      title: `Android in the Wild, ${split.name}, ${historyWords(history)}`,
      groupTitle: 'Subset',
      groups: AITW_SUBSETS,
      stepTitle: 'Action matching',
      hasMean: true,
      notes: [UNVERIFIED],
    }),
    dispose: async () => source[Symbol.asyncDispose](),
  };
  return recordedBenchmark(dataset, mode);
}

async function openSource(dataDirectory: string, split: AitwSplit, signal: AbortSignal): Promise<AitwSource> {
  const folders = await aitwFolders(dataDirectory, split.subsets);
  if (folders.length > 0) {
    const test = await readTestSide(dataDirectory, split, { signal });
    return openAitwShards(folders, { dataDirectory, test, signal });
  }
  const [name, ...others] = aitwConversions(await namesInData(dataDirectory));
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
