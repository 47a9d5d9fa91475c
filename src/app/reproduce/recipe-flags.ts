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
  const sampling = { temperature, topP, topK, maxOutputTokens, modelSeed: seed };
  const promptSet = officialSet(recipe);
  const prompts = promptSet === null ? {} : { promptSource: 'official', promptSet };
  const all = { ...recipe.settings, ...sampling, ...prompts };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The prompt set that asks as the recipe's authors did; null where there is none. */
function officialSet({ prompts }: Recipe): string | null {
  return prompts.type === 'official' ? prompts.set : null;
}

/**
 * Whose words a run's model is asked in: the user's choice; else the authors' where a prompt set repeats them; else
 * Touchstone's, which the run's conditions say.
 */
function promptChoice(recipe: Recipe, given: GivenSettings): GivenSettings {
  const { promptSource, promptSet, prompts } = given;
  if (promptSet !== undefined) return { promptSource: promptSource ?? 'official', promptSet };
  const set = officialSet(recipe);
  const isOther = (['agent', 'dialect'] as const).some(
    (key) => given[key] !== undefined && given[key] !== recipe.settings[key],
  );
  if (promptSource === 'touchstone' || (isOther && promptSource !== undefined)) return { promptSource };
  if (isOther || prompts !== undefined || set === null) return {};
  return { promptSource: promptSource ?? 'official', promptSet: set };
}

/**
 * What `touchstone run` is given for a recipe: its settings, and the user's in their place.
 *
 * @param given flags of the user's call
 * @param asksModel whether the agent that acts asks a model: without, the recipe's dialect and sampling mean nothing, and
 * with another agent than the recipe's, its switches mean nothing
 */
export function runSettings(recipe: Recipe, given: GivenSettings, asksModel: boolean): GivenSettings {
  const { promptSource: _, promptSet: __, ...rest } = given;
  const prompts = asksModel ? promptChoice(recipe, given) : {};
  const kept = keptSettings(recipe, given, asksModel);
  const options = setOptions(recipe, prompts.promptSet);
  const own: GivenSettings =
    Object.keys(options).length === 0
      ? kept
      : { ...kept, dialectOptions: { ...recipe.settings.dialectOptions, ...options } };
  const merged = Object.fromEntries(
    BY_NAME.filter((key) => own[key] !== undefined && given[key] !== undefined).map((key) => [
      key,
      { ...SETTINGS[key].schema.parse(own[key]), ...SETTINGS[key].schema.parse(given[key]) },
    ]),
  );
  return { ...own, ...rest, ...merged, ...prompts };
}

/** The recipe's settings, but for those that mean nothing to another agent, and for prompts. */
function keptSettings(recipe: Recipe, given: GivenSettings, asksModel: boolean): GivenSettings {
  const isOther = given.agent !== undefined && given.agent !== recipe.settings.agent;
  const idle = new Set<string>([
    ...(asksModel ? [] : OF_MODEL),
    ...(isOther ? ['agentOptions'] : []),
    // Another choice of items goes before the recipe's.
    ...(given.limit === undefined ? [] : ['sample']),
    'promptSource',
    'promptSet',
  ]);
  return Object.fromEntries(Object.entries(recipeSettings(recipe)).filter(([key]) => !idle.has(key)));
}

/** Switches of the recipe's prompt set, where that is the one that is asked in. */
export function setOptions(recipe: Recipe, promptSet: unknown): Readonly<Record<string, string>> {
  const { prompts } = recipe;
  if (prompts.type !== 'official' || prompts.set === null || promptSet !== prompts.set) return {};
  return prompts.options ?? {};
}
