import { z } from 'zod';
import { ForbiddenKindSchema } from '../../domain/task-fields/forbidden-kind.js';
import { WORLD_ENVIRONMENTS } from '../../domain/live/world-environment.js';
import { defineSetting, type Setting } from './define-setting.js';
import { historyChoice } from './history-choice.js';
import { KeyValuesSchema } from './key-values.js';
import { DIALECT_SETTINGS } from './dialect-settings.js';
import { MODEL_SETTINGS } from './model-settings.js';

/** Where a setting's value came from, strongest first. */
export type SettingOrigin = 'flag' | 'environment' | 'config file' | 'default';

/** Environment variable of a setting: `maxSteps` → `TOUCHSTONE_MAX_STEPS`. */
export function environmentName(key: string): string {
  return `TOUCHSTONE_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

const optionalText = z.string().min(1).nullable();
const count = z.coerce.number().int().positive();
/** Far beyond any use, and short of what a slip of the finger would ask for. */
const MOST_REPEATS = 10_000;
const MOST_AT_ONCE = 1_000;
const optionalCount = count.nullable();
const optionalAmount = z.coerce.number().positive().nullable();

const PluginNamesSchema = z
  .union([
    z.array(z.string().min(1)),
    z
      .string()
      .min(1)
      .transform((name) => [name]),
  ])
  .readonly();

/** One serial, or several; `adb devices` prints serials with blanks in them, so nothing is divided. */
const DeviceSerialsSchema = z
  .union([
    z.array(z.string().min(1)),
    z
      .string()
      .min(1)
      .transform((serial) => [serial]),
  ])
  .readonly();

const VariableNamesSchema = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(',').map((name) => name.trim()))])
  .pipe(
    z.array(
      z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
        error: 'each must be the name of a variable: letters, digits and _, no digit first',
      }),
    ),
  )
  .readonly();

const ForbiddenKindsSchema = z
  .union([
    z.array(ForbiddenKindSchema),
    z.string().transform((text) => (text === 'none' ? [] : text.split(',').map((kind) => kind.trim()))),
  ])
  .pipe(z.array(ForbiddenKindSchema))
  .readonly()
  .nullable();

/** Settings of a run, in the order help and `touchstone config` list them. */
export const SETTINGS = {
  data: defineSetting({
    flag: '--data <folder>',
    description: "folder with the benchmark's data",
    schema: optionalText,
    default: null,
    unset: 'what comes with it, if anything',
  }),
  env: defineSetting({
    flag: '--env <recorded|chromium|android>',
    description: 'where tasks are done: on recorded screens, in web apps that run live, on a phone',
    schema: z.enum(WORLD_ENVIRONMENTS).nullable(),
    default: null,
    unset: 'the first of these that the benchmark has',
  }),
  devices: defineSetting({
    flag: '--device <serial>',
    description:
      'phone or emulator of the adb server, for --env android, doctor --devices and record start; may be given several times',
    schema: DeviceSerialsSchema,
    default: [],
    unset: 'every one that is ready',
    isRepeatable: true,
  }),
  adbPort: defineSetting({
    flag: '--adb-port <port>',
    description: 'port of the adb server that has the phones',
    schema: z.coerce.number().int().min(1).max(65_535).nullable(),
    default: null,
    unset: 'ANDROID_ADB_SERVER_PORT, else 5037',
  }),
  forbid: defineSetting({
    flag: '--forbid <kinds>',
    description:
      'actions that never reach the phone unless the task permits them: pay,delete,send,call, some of them, or none',
    schema: ForbiddenKindsSchema,
    default: null,
    unset: 'all of them with --env android, else none',
  }),
  interruptions: defineSetting({
    flag: '--interruptions',
    description:
      'let the unexpected events of tasks happen, such as an advertisement, where the environment can',
    schema: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
      error: 'must be true or false',
    }),
    default: false,
  }),
  user: defineSetting({
    flag: '--user <task|terminal>',
    description: "who answers when the agent asks its user: the task's own script, or you in the terminal",
    schema: z.enum(['task', 'terminal']),
    default: 'task',
  }),
  agent: defineSetting({
    flag: '--agent <name>',
    description:
      'who acts: a name of `touchstone list agents`, or a module of your own (default where a model is named: direct)',
    schema: z.string().min(1),
    default: 'random',
  }),
  plugins: defineSetting({
    flag: '--plugin <module>',
    description:
      'package, or file such as ./mine.mjs, with benchmarks, agents, dialects or evaluators; runs as code; may be given several times',
    schema: PluginNamesSchema,
    default: [],
    unset: 'none',
    isRepeatable: true,
  }),
  mode: defineSetting({
    flag: '--mode <reference|corrected>',
    description: "the published code's behaviour or the repaired one",
    schema: z.enum(['reference', 'corrected']).nullable(),
    default: null,
    unset: "the benchmark's own",
  }),
  split: defineSetting({
    flag: '--split <name>',
    description: 'part of the benchmark',
    schema: optionalText,
    default: null,
    unset: 'all of it',
  }),
  language: defineSetting({
    flag: '--language <tag>',
    description: 'language of the instructions where there are several',
    schema: optionalText,
    default: null,
    unset: 'the first there is',
  }),
  tasks: defineSetting({
    flag: '--tasks <ids>',
    description: 'only these tasks, comma-separated; * stands for any text',
    schema: optionalText,
    default: null,
    unset: 'all',
  }),
  limit: defineSetting({
    flag: '--limit <n>',
    description: 'only the first n tasks',
    schema: optionalCount,
    default: null,
    unset: 'all',
  }),
  sample: defineSetting({
    flag: '--sample <n>',
    description: 'only n tasks, drawn at random by --seed; the same for every order of the data',
    schema: optionalCount,
    default: null,
    unset: 'all',
  }),
  repeats: defineSetting({
    flag: '--repeats <n>',
    description: 'attempts at each task, each with its own seed',
    schema: count.max(MOST_REPEATS),
    default: 1,
  }),
  seed: defineSetting({
    flag: '--seed <n>',
    description: 'seed of every random choice',
    schema: z.coerce.number().int().nonnegative(),
    default: 1,
  }),
  chooser: defineSetting({
    flag: '--chooser <seeded|python-mt>',
    description: "how a graph draws among several outcomes: per task, or the published code's one stream",
    schema: z.enum(['seeded', 'python-mt']),
    default: 'seeded' as const,
  }),
  repair: defineSetting({
    flag: '--repair',
    description: 'repair a published file that is not valid JSON (a missing comma), and say so',
    schema: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
      error: 'it must be true or false',
    }),
    default: false,
  }),
  level: defineSetting({
    flag: '--level <high|low>',
    description:
      'instruction of recorded episodes: of the whole, or of each step; of test cases: the goal, or the steps',
    schema: z.enum(['high', 'low'], { error: 'it must be high or low' }).nullable(),
    default: null,
  }),
  history: defineSetting({
    flag: '--history <kind>',
    description:
      "earlier steps that are shown: of a recorded episode the recorded ones or the agent's own (recorded, own); of them actions, screenshots, context, annotated-context, joined by + (default: the dialect's); or none",
    schema: z
      .string()
      .refine((text) => historyChoice(text) !== null, {
        error:
          'it must be none, or some of recorded, own, actions, screenshots, context and annotated-context that fit together, joined by +',
      })
      .nullable(),
    default: null,
  }),
  benchmarkOptions: defineSetting({
    flag: '--benchmark-option <name=value>',
    description: 'a switch of the benchmark, see its page in docs/benchmarks; may be given several times',
    schema: KeyValuesSchema,
    default: {},
    unset: 'none',
    isRepeatable: true,
  }),
  dimensions: defineSetting({
    flag: '--dimensions <names>',
    description: 'what is asked about apart, comma-separated, or all (all unless named; nothing of a world)',
    schema: optionalText,
    default: null,
  }),
  modality: defineSetting({
    flag: '--modality <names>',
    description:
      "how its questions show a screen: text, vision, native (the model's own dialect), or all (default: text,vision)",
    schema: optionalText,
    default: null,
  }),
  questions: defineSetting({
    flag: '--questions <file>',
    description:
      "questions of your own in place of the benchmark's (worlds: docs/formats.md; others: their page in docs/benchmarks)",
    schema: optionalText,
    default: null,
  }),
  maxSteps: defineSetting({
    flag: '--max-steps <n>',
    description: 'steps per episode',
    schema: optionalCount,
    default: null,
    unset: "the task's own, else the benchmark's",
  }),
  episodeSeconds: defineSetting({
    flag: '--episode-seconds <s>',
    description: 'seconds per episode',
    schema: optionalAmount,
    default: null,
    unset: 'no limit',
  }),
  runSeconds: defineSetting({
    flag: '--run-seconds <s>',
    description: 'seconds for the run; tasks not begun by then are "not run"',
    schema: optionalAmount,
    default: null,
    unset: 'no limit',
  }),
  outageSeconds: defineSetting({
    flag: '--outage-seconds <s>',
    description: "seconds that a run waits for a model's endpoint that is gone, before it stops",
    schema: z.coerce.number().nonnegative(),
    default: 600,
  }),
  maxTokens: defineSetting({
    flag: '--max-tokens <n>',
    description: 'model tokens for the run, input and output together',
    schema: optionalCount,
    default: null,
    unset: 'no limit',
  }),
  maxCost: defineSetting({
    flag: '--max-cost <usd>',
    description: 'money for the run, in US dollars, where prices are known',
    schema: optionalAmount,
    default: null,
    unset: 'no limit',
  }),
  concurrency: defineSetting({
    flag: '--concurrency <n>',
    description: 'episodes at the same time',
    schema: count.max(MOST_AT_ONCE),
    default: 8,
  }),
  trajectories: defineSetting({
    flag: '--trajectories <file>',
    description: 'recorded actions for the replay agent; for score, the saved run (file or folder)',
    schema: optionalText,
    default: null,
  }),
  passEnv: defineSetting({
    flag: '--pass-env <name>',
    description:
      "environment variable passed to an agent's own program in addition to PATH, HOME and the like; may be given several times",
    schema: VariableNamesSchema,
    default: [],
    unset: 'none',
    isRepeatable: true,
  }),
  ...MODEL_SETTINGS,
  ...DIALECT_SETTINGS,
  files: defineSetting({
    flag: '--files <place>',
    description:
      'where pictures of live screens are kept: a folder that runs share, or s3://BUCKET/PREFIX (docs/scale/files.md)',
    schema: optionalText,
    default: null,
    unset: 'the folder of the run',
  }),
  runs: defineSetting({
    flag: '--runs <folder>',
    description: 'where runs are kept',
    schema: z.string().min(1),
    default: 'runs',
  }),
} as const;

export type SettingKey = keyof typeof SETTINGS;
/** Where the value of each setting is from. */
export type SettingOrigins = Readonly<Record<SettingKey, SettingOrigin>>;

/** Settings of a command that asks one model. */
export const ONE_MODEL_SETTINGS = [
  'model',
  'provider',
  'api',
  'baseUrl',
  'apiKeyVariable',
  'profile',
  'temperature',
  'topP',
  'topK',
  'modelSeed',
  'maxOutputTokens',
  'cache',
  'record',
  'replay',
] as const satisfies readonly SettingKey[];

/** Every setting with its value. */
export type Settings = {
  [K in SettingKey]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
};
