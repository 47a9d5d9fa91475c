import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { FORBIDDEN_KINDS } from '../../domain/task-fields/forbidden-kind.js';
import { isModule } from '../../registry/plugins/load-module.js';
import { isPromptFolder } from '../prompts/prompt-folder.js';
import { SETTINGS, type SettingKey, type Settings } from '../settings/setting.js';

/**
 * What a value of a setting would start, load, ask or write, in a few words each; empty for a value that is harmless.
 *
 * @param folder where the value comes from; null where nobody vouches for that place either
 */
type Guard<T> = (value: T, folder: string | null) => readonly string[];

const HARMLESS = null;

/** Only the user may give this setting a value at all. */
const whenSet =
  (what: string): Guard<unknown> =>
  (value) =>
    value === null || (typeof value === 'object' && Object.keys(value).length === 0) ? [] : [what];

/** Where files go: below the folder of the file that sets it. */
const output: Guard<string | null> = (path, folder) =>
  path === null || !leaves(path, folder) ? [] : ['a place for files outside of its folder'];

/** What is read and sent to a model: from below the folder of the file that sets it. */
const input: Guard<Readonly<Record<string, string>>> = (files, folder) =>
  Object.values(files).some((file) => leaves(file, folder)) ? ['a file outside of its folder'] : [];

/**
 * The rule by which data never start a command, load a module, or choose an endpoint, a key or a place for files: each
 * setting is harmless, or names which of its values are not. A value that is not must come from the user: by a flag, a
 * variable, a file that was named in this call, or one that the user has trusted.
 *
 * A new setting does not compile until it is in this table.
 */
const GUARDS: { readonly [K in SettingKey]: Guard<Settings[K]> | null } = {
  data: HARMLESS,
  env: HARMLESS,
  devices: whenSet('a phone to act on'),
  adbPort: whenSet('an adb server'),
  // What a real phone is kept from may be lifted by its owner alone.
  forbid: (kinds) =>
    kinds !== null && FORBIDDEN_KINDS.some((kind) => !kinds.includes(kind))
      ? ['actions that are not refused']
      : [],
  interruptions: HARMLESS,
  user: HARMLESS,
  agent: (name) => (isModule(name) ? ['a module'] : []),
  plugins: whenSet('a plug-in'),
  mode: HARMLESS,
  split: HARMLESS,
  language: HARMLESS,
  tasks: HARMLESS,
  limit: HARMLESS,
  sample: HARMLESS,
  repeats: HARMLESS,
  seed: HARMLESS,
  chooser: HARMLESS,
  repair: HARMLESS,
  level: HARMLESS,
  history: HARMLESS,
  benchmarkOptions: HARMLESS,
  dimensions: HARMLESS,
  modality: HARMLESS,
  questions: HARMLESS,
  maxSteps: HARMLESS,
  episodeSeconds: HARMLESS,
  runSeconds: HARMLESS,
  outageSeconds: HARMLESS,
  maxTokens: HARMLESS,
  maxCost: HARMLESS,
  concurrency: HARMLESS,
  trajectories: HARMLESS,
  passEnv: whenSet('variables for a program'),
  model: HARMLESS,
  provider: whenSet('a provider'),
  api: HARMLESS,
  baseUrl: whenSet('an endpoint'),
  apiKeyVariable: (name) =>
    name === SETTINGS.apiKeyVariable.default ? [] : ['the environment variable of a key'],
  // They name endpoints, keys and modules in turn.
  profile: whenSet("a model's profile"),
  roleProfiles: whenSet("a model's profile"),
  temperature: HARMLESS,
  topP: HARMLESS,
  topK: HARMLESS,
  modelSeed: HARMLESS,
  maxOutputTokens: HARMLESS,
  priceInput: HARMLESS,
  priceOutput: HARMLESS,
  prices: HARMLESS,
  cache: output,
  record: output,
  replay: HARMLESS,
  agentOptions: ({ command, adbServer }) => [
    ...(command === undefined ? [] : ['a command']),
    ...(adbServer === undefined || adbServer === 'own' ? [] : ['an adb server']),
  ],
  dialect: (name) => (name !== null && isModule(name) ? ['a module'] : []),
  dialectOptions: HARMLESS,
  roleDialects: (names) => (Object.values(names).some(isModule) ? ['a module'] : []),
  prompts: input,
  promptSource: (source, folder) => (isPromptFolder(source) ? input({ source }, folder) : []),
  promptSet: HARMLESS,
  observation: HARMLESS,
  elements: HARMLESS,
  picture: HARMLESS,
  coordinates: HARMLESS,
  scroll: HARMLESS,
  historyLength: HARMLESS,
  historyPictures: HARMLESS,
  parsing: HARMLESS,
  files: whenSet('a place for pictures'),
  runs: output,
};

/** What these settings would start, load, ask or write, each with the setting's name: `a command (agentOptions)`. */
export function guardedSettings(values: Partial<Settings>, folder: string | null): readonly string[] {
  // The table has a guard of each key's own type.
  const guards = Object.entries(GUARDS) as [SettingKey, Guard<unknown> | null][];
  return guards.flatMap(([key, guard]) => {
    const value = values[key];
    if (guard === null || value === undefined) return [];
    return guard(value, folder).map((what) => `${what} (${key})`);
  });
}

/** Parts of a sentence: `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

function leaves(path: string, folder: string | null): boolean {
  if (folder === null) return true;
  const way = relative(realPlace(folder), realPlace(resolve(folder, path)));
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/** The path behind its links, as far as it is there. */
function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPlace(above), relative(above, path));
  }
}
