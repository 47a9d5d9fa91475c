import type { Mode } from '../../domain/mode.js';
import { historyWords, RECORDED_HISTORIES } from '../../domain/recordings/recorded-history.js';
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
import { CONTROL_SUBSETS, namesInFolder, readControlSplit, readControlSplits } from './control-splits.js';

/** Steps of the longest published episode and then some; each task brings its own number. */
const MAX_STEPS = 100;

/** Episodes kept without their pictures, some kB each: as many as the test side has, and more. */
const KEPT_EPISODES = 2000;

const UNVERIFIED =
  'AndroidControl is read and judged from public descriptions, unverified: neither its data nor an evaluator of its authors was at hand.';

/** The benchmark with its data in hand. */
export async function openControl(options: OpenBenchmarkOptions): Promise<Benchmark> {
  const { dataDirectory, mode, signal } = options;
  if (dataDirectory === undefined) {
    throw new UserError('androidcontrol needs its data', { hint: 'Name it with --data.' });
  }
  const level = settingOf('androidcontrol', options, 'level', ['high', 'low']);
  const history = settingOf('androidcontrol', options, 'history', RECORDED_HISTORIES);
  const rulesOf = (judged: Mode): readonly [StepRule, ...StepRule[]] =>
    chooseStepRule(controlStepRules(judged), options);
  const rules = rulesOf(mode);
  const names = await namesInFolder(dataDirectory);
  const split = await readControlSplit(dataDirectory, options.split ?? 'test', { signal });
  const source = await openSource(names, { dataDirectory, split, signal });
  const read = keepLatest(KEPT_EPISODES, async (id) => source.read(id));
  const recordedSource: RecordedSource = { ids: () => source.ids(), read };
  return {
    name: 'androidcontrol',
    version: '1',
    mode,
    split: split.name,
    dataHash: source.hash,
    identity: {
      level,
      history,
      evaluator: rules[0].name,
      protocols: rules.map(({ protocol }) => protocol),
    },
    warnings: [UNVERIFIED, ...split.warnings, ...source.warnings],
    items: stepwiseItems(recordedSource, {
      level,
      lowLevel: 'beside',
      history,
      capabilities: { pictures: true, hierarchy: source.hasTrees, activity: false },
      defaultMaxSteps: MAX_STEPS,
    }),
    recordings: {
      count: source.count,
      lowLevel: 'beside',
      episodes: () => recordingsOf(recordedSource),
      splits: () => readControlSplits(dataDirectory, { signal }),
    },
    predictions: {
      read: (value) =>
        readOwnAction(value, (own) => {
          const recorded = ControlActionSchema.safeParse(own);
          if (recorded.success) return actionOfControl(recorded.data);
          const converted = ConvertedActionSchema.safeParse(own);
          return converted.success ? actionOfConverted(converted.data) : null;
        }),
    },
    world: { screen: (id) => source.screen(id), graph: () => null },
    scorer: {
      score: async ({ id }, episode, scoredMode) => {
        const recorded = await read(id);
        return scoreSteps(recorded, episode, {
          rules: rulesOf(scoredMode),
          groups: recorded.labels['subset'] ?? [],
          mode: scoredMode,
        });
      },
      tables: async (results, { agent, mode: tabled }) =>
        stepTables(results, {
          id: 'androidcontrol',
          title: `AndroidControl, ${split.name}, ${level}-level instructions, ${historyWords(history)}, ${tabled} mode`,
          agent,
          evaluator: rulesOf(tabled)[0].name,
          groupTitle: 'Subset',
          groups: CONTROL_SUBSETS,
          stepTitle: 'SR',
          hasMean: false,
          notes: ['The subsets overlap.', UNVERIFIED],
        }),
    },
    [Symbol.asyncDispose]: async () => source[Symbol.asyncDispose](),
  };
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
