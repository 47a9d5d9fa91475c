import { sentSampling, type Recipe } from '../../benchmarks/paper-tables/recipe.js';
import { SETTINGS, type SettingKey, type Settings } from '../settings/setting.js';

/** Settings as flags give them: text, lists of texts, switches; or as a configuration does: numbers, values by name. */
export type GivenSettings = Readonly<Partial<Record<SettingKey, unknown>>>;

/** Settings whose values by name are put together, the user's before the recipe's. */
const BY_NAME = [
  'agentOptions',
  'dialectOptions',
  'benchmarkOptions',
] as const satisfies readonly SettingKey[];

/** Settings that mean something only where a model is asked. */
const OF_MODEL = [
  'dialect',
  'dialectOptions',
  'historyLength',
  'historyPictures',
  'temperature',
  'topP',
  'topK',
  'maxOutputTokens',
  'modelSeed',
] as const satisfies readonly SettingKey[];

/** The settings that a recipe decides. */
export function recipeSettings(recipe: Recipe): Partial<Settings> {
  const { temperature, topP, topK, maxOutputTokens, seed } = sentSampling(recipe);
  const all = { ...recipe.settings, temperature, topP, topK, maxOutputTokens, modelSeed: seed };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/**
 * What `touchstone run` is given for a recipe: its settings, and the user's in their place.
 *
 * @param given flags of the user's call
 * @param asksModel whether the agent that acts asks a model: without, the recipe's dialect and sampling mean nothing, and
 * with another agent than the recipe's, its switches mean nothing
 */
export function runSettings(recipe: Recipe, given: GivenSettings, asksModel: boolean): GivenSettings {
  const own: GivenSettings = recipeSettings(recipe);
  const isOther = given.agent !== undefined && given.agent !== recipe.settings.agent;
  const idle = new Set<string>([...(asksModel ? [] : OF_MODEL), ...(isOther ? ['agentOptions'] : [])]);
  const kept = Object.fromEntries(Object.entries(own).filter(([key]) => !idle.has(key)));
  const merged = Object.fromEntries(
    BY_NAME.filter((key) => kept[key] !== undefined && given[key] !== undefined).map((key) => [
      key,
      { ...SETTINGS[key].schema.parse(kept[key]), ...SETTINGS[key].schema.parse(given[key]) },
    ]),
  );
  return { ...kept, ...given, ...merged };
}
