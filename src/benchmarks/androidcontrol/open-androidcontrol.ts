import type { Action } from '../../domain/action.js';
import type { Mode } from '../../domain/mode.js';
import { historyWords } from '../../domain/recordings/recorded-history.js';
import { DatasetError } from '../../errors.js';
import type { Benchmark, OpenBenchmarkOptions } from '../benchmark.js';
import { chooseStepRule } from '../stepwise/choose-step-rule.js';
import { keepLatest } from '../stepwise/keep-latest.js';
import { readOwnAction } from '../stepwise/read-own-action.js';
import {
  recordedBenchmark,
  recordedSettings,
  stepRuleScorer,
  type RecordedDataset,
} from '../stepwise/recorded-benchmark.js';
import type { StepRule } from '../stepwise/score-steps.js';
import { stepMetric } from '../stepwise/step-metric.js';
import { namesInData } from '../stepwise/split-files.js';
import {
  actionOfControl,
  actionOfConverted,
  ControlActionSchema,
  ConvertedActionSchema,
} from './control-action.js';
import { controlConversions, openControlConversion } from './control-conversion.js';
import { controlStepRules } from './control-step-rules.js';
import { controlShards, openControlShards } from './control-shards.js';
import type { ControlSource } from './control-source.js';
import { CONTROL_SUBSETS, readControlSplit, readControlSplits } from './control-splits.js';

/** Episodes kept without their pictures, some kB each: as many as the test side has, and more. */
const KEPT_EPISODES = 2000;

const UNVERIFIED =
  'AndroidControl is read and judged from public descriptions, unverified: neither its data nor an evaluator of its authors was at hand.';

/** The opened benchmark with its data. */
export async function openControl(options: OpenBenchmarkOptions): Promise<Benchmark> {
  const { mode, signal } = options;
  const { dataDirectory, level, history } = recordedSettings('androidcontrol', options);
  const rulesOf = (judged: Mode): readonly [StepRule, ...StepRule[]] =>
    chooseStepRule(controlStepRules(judged), options);
  const rules = rulesOf(mode);
  const names = await namesInData(dataDirectory);
  const split = await readControlSplit(dataDirectory, options.split ?? 'test', { signal });
  const source = await openSource(names, { dataDirectory, split, signal });
  const read = keepLatest(KEPT_EPISODES, async (id) => source.read(id));
  const dataset: RecordedDataset = {
    name: 'androidcontrol',
    split: split.name,
    dataHash: source.hash,
    identity: {
      level,
      history,
      evaluator: rules[0].name,
      protocols: rules.map(({ protocol }) => protocol),
    },
    warnings: [UNVERIFIED, ...split.warnings, ...source.warnings],
    source: { ids: () => source.ids(), read },
    level,
    lowLevel: 'beside',
    history,
    hasTrees: source.hasTrees,
    count: source.count,
    splits: () => readControlSplits(dataDirectory, { signal }),
    screen: (id) => source.screen(id),
    predictions: { read: (value) => readOwnAction(value, predictedControl) },
    mainMetric: stepMetric({ name: 'step-SR', label: 'step success rate', average: 'pooled' }),
    scorer: stepRuleScorer({
      rulesOf,
      read: async (id, judged) => ({ recorded: await read(id), rules: rulesOf(judged) }),
      id: 'androidcontrol',
      title: `AndroidControl, ${split.name}, ${level}-level instructions, ${historyWords(history)}`,
      groupTitle: 'Subset',
      groups: CONTROL_SUBSETS,
      stepTitle: 'SR',
      hasMean: false,
      notes: ['The subsets overlap.', UNVERIFIED],
    }),
    dispose: async () => source[Symbol.asyncDispose](),
  };
  return recordedBenchmark(dataset, mode);
}

/** An action in the words of the records or of their conversion; null for anything else. */
function predictedControl(own: Readonly<Record<string, unknown>>): Action | null {
  const recorded = ControlActionSchema.safeParse(own);
  if (recorded.success) return actionOfControl(recorded.data);
  const converted = ConvertedActionSchema.safeParse(own);
  return converted.success ? actionOfConverted(converted.data) : null;
}

async function openSource(
  names: readonly string[],
  options: Omit<Parameters<typeof openControlShards>[0], 'files'>,
): Promise<ControlSource> {
  const files = controlShards(names);
  if (files.length > 0) return openControlShards({ ...options, files });
  const [name, ...others] = controlConversions(names);
  if (name !== undefined && others.length === 0) return openControlConversion({ ...options, name });
  const place = { file: options.dataDirectory };
  throw name === undefined
    ? new DatasetError('the folder holds nothing of AndroidControl', {
        place,
        hint: 'It has TFRecord files such as android_control-00000-of-00020, or one JSON Lines conversion (*.jsonl).',
      })
    : new DatasetError(
        `the folder holds ${others.length + 1} JSON Lines files: ${[name, ...others].join(', ')}`,
        {
          place,
          hint: 'Leave the one to be used.',
        },
      );
}
