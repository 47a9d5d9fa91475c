import { parseCoordinateRule } from '../../domain/coordinates/coordinate-rule.js';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { RunIdentity } from '../../domain/run.js';
import { RunDiffersError } from '../../engine/run-identity.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';
import type { DialectFamily } from '../../models/dialects/define-dialect.js';
import type { Dialect, DialectSettings, HistoryRule, ParseProfile } from '../../models/dialects/dialect.js';
import { DIALECTS } from '../../registry/dialects.js';
import type { ModelProfile } from '../../models/profile.js';
import { officialDialect, type OfficialPrompts } from '../../models/prompt-sets/official-dialect.js';
import { loadModule, moduleFile } from '../../registry/plugins/load-module.js';
import { choiceOf } from '../settings/history-choice.js';
import { parsePictureRule } from '../settings/parse-rules.js';
import { historyRule } from '../history/history-rule.js';
import type { Settings } from '../settings/setting.js';

/** A family and the variant that was asked for. */
export interface NamedDialect {
  readonly family: DialectFamily;
  readonly variant: string | null;
}

/** Where a dialect may come from. */
export interface DialectSource {
  /** What a run that is to be resumed wrote down of itself: no other module than its own is loaded. */
  readonly recorded?: RunIdentity | undefined;
  /** By name; Touchstone's own unless given. */
  readonly dialects?: ReadonlyMap<string, DialectFamily>;
}

/**
 * The family that a name stands for: one of ours as `name` or `name@variant`, or the default export of a module of the
 * user's own as `./my-dialect.mjs` or `./my-dialect.mjs@variant`. The module runs as code, so it is loaded only when named.
 *
 * @throws {UserError} naming the dialects there are, or what is wrong with the module
 * @throws {RunDiffersError} for a module that is not the recorded run's, which is not loaded then
 */
export async function namedDialect(
  name: string,
  workingDirectory: string,
  { recorded, dialects = DIALECTS }: DialectSource = {},
): Promise<NamedDialect> {
  const module = moduleFile(name);
  if (module !== null) {
    const { file, variant } = module;
    return { family: await loadFamily(resolve(workingDirectory, file), recorded), variant };
  }
  const [plain = '', variant = null] = name.split('@');
  const family = dialects.get(plain);
  if (family !== undefined) return { family, variant };
  throw new UserError(`there is no dialect "${plain}"`, {
    hint: `${didYouMean(plain, dialects.keys())}Known dialects: ${[...dialects.keys()].join(', ')}; or name a module, such as ./my-dialect.mjs.`,
  });
}

/** What of the settings a dialect takes. */
export type DialectChoice = Pick<
  Settings,
  'dialectOptions' | 'coordinates' | 'scroll' | 'history' | 'historyLength' | 'historyPictures' | 'picture'
>;

/** What of a dialect a model's profile may set. */
export type ProfileDialect = Pick<
  ModelProfile,
  'coordinates' | 'scroll' | 'picture' | 'history' | 'switches'
>;

/** A choice of nothing: all is left to the family, or to the profile. */
export const NO_CHOICE: DialectChoice = {
  dialectOptions: {},
  coordinates: null,
  scroll: null,
  history: null,
  historyLength: null,
  historyPictures: null,
  picture: null,
};

/**
 * The dialect as the settings want it.
 *
 * @param prompts texts by name, in place of the dialect's
 * @param profile the model's own description, used where the settings give nothing
 * @param official the prompts in place of the dialect's, with what goes with them where nobody sets it otherwise
 * @throws {UserError} for a variant, prompt or switch that it does not have
 */
export function createDialect(
  { family, variant }: NamedDialect,
  choice: DialectChoice,
  prompts: Readonly<Record<string, string>> = {},
  profile: ProfileDialect = {},
  official: OfficialPrompts | null = null,
): Dialect {
  const named = variant === null ? {} : { variant };
  const standard = family.create(named);
  const asked = {
    ...defined(profile.history ?? {}),
    ...(choice.historyLength === null ? {} : { steps: choice.historyLength }),
    ...(choice.historyPictures === null ? {} : { pictures: choice.historyPictures }),
  };
  const { shown } = choiceOf(choice.history);
  const usual = { ...standard.history, ...official?.set.history };
  const history = shown === null ? { ...official?.set.history, ...asked } : historyRule(shown, asked, usual);
  const coordinates =
    choice.coordinates === null
      ? (profile.coordinates ?? official?.set.coordinates ?? null)
      : parseCoordinateRule(choice.coordinates);
  const picture =
    choice.picture === null
      ? (profile.picture ?? official?.set.picture ?? null)
      : parsePictureRule(choice.picture);
  const scroll = choice.scroll ?? profile.scroll ?? null;
  const { own, options } = splitSwitches(
    { ...official?.set.switches, ...profile.switches, ...choice.dialectOptions },
    official?.set.ownSwitches,
  );
  const switches = switchValues(options, standard);
  const settings: DialectSettings = {
    ...named,
    ...(Object.keys(history).length === 0 ? {} : { history }),
    ...(coordinates === null ? {} : { coordinates }),
    ...(picture === null ? {} : { picture }),
    ...(scroll === null ? {} : { scroll }),
    ...(Object.keys(prompts).length === 0 ? {} : { prompts }),
    ...(Object.keys(switches).length === 0 ? {} : { switches }),
  };
  const dialect = family.create(settings);
  return official === null ? dialect : officialDialect(dialect, { ...official, switches: own });
}

/** Switches of a prompt set apart from those of its dialect. */
function splitSwitches(
  given: NonNullable<DialectSettings['switches']>,
  ownOfSet: PromptSet['ownSwitches'] = {},
): Record<'own' | 'options', NonNullable<DialectSettings['switches']>> {
  const isOwn = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(ownOfSet, name);
  const entries = Object.entries(given);
  return {
    own: Object.fromEntries(entries.filter(isOwn)),
    options: Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
  };
}

/**
 * How leniently answers are read: as the user sets; else, in mode `reference`, as the benchmark's published code does
 * where the family has that; else as the agent's published code does where the family has that; else tolerantly.
 *
 * @throws {UserError} for a published reader that the family does not have
 */
export function chosenProfile(
  given: ParseProfile | null,
  { family, references }: DialectFamily,
  benchmark: { readonly name: string; readonly mode: string },
  ofAgent: ParseProfile = 'tolerant',
): ParseProfile {
  const isThere = (profile: ParseProfile): boolean =>
    !profile.startsWith('reference:') || references.includes(profile.slice('reference:'.length));
  if (given === null) {
    const published: ParseProfile = `reference:${benchmark.name}`;
    if (benchmark.mode === 'reference' && isThere(published)) return published;
    return isThere(ofAgent) ? ofAgent : 'tolerant';
  }
  if (isThere(given)) return given;
  const known = references.map((name) => `reference:${name}`);
  throw new UserError(`${family} cannot read answers as ${given}`, {
    hint: `It reads them as ${['tolerant', 'strict', ...known].join(', ')}.`,
  });
}

function defined(history: NonNullable<ModelProfile['history']>): Partial<HistoryRule> {
  const { steps, pictures } = history;
  return { ...(steps === undefined ? {} : { steps }), ...(pictures === undefined ? {} : { pictures }) };
}

/** Texts become what the switch's default is. */
function switchValues(
  given: Readonly<Record<string, string | number | boolean>>,
  { family, switches }: Dialect,
): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const standard = Object.hasOwn(switches, name) ? switches[name] : undefined;
      if (standard === undefined || typeof standard === typeof value) return [name, value];
      const text = String(value);
      if (typeof standard === 'string') return [name, text];
      if (typeof standard === 'boolean' && (text === 'true' || text === 'false'))
        return [name, text === 'true'];
      const number = Number(text);
      if (typeof standard === 'number' && text.trim() !== '' && Number.isFinite(number))
        return [name, number];
      throw new UserError(`${family}: ${JSON.stringify(value)} is no value for the switch ${name}`, {
        hint: `It takes a ${typeof standard}, such as ${String(standard)}.`,
      });
    }),
  );
}

async function loadFamily(file: string, recorded?: RunIdentity): Promise<DialectFamily> {
  const hint =
    'A module of a dialect has `export default defineDialect({ … })`; see docs/dialects/README.md.';
  const { exported, hash } = await loadModule(file, { what: 'the module of the dialect', hint }, (found) => {
    if (recorded !== undefined) requireRecorded(file, markOf(found), recorded);
  });
  if (!isFamily(exported)) throw new UserError('the default export is no dialect', { place: { file }, hint });
  const mark = markOf(hash);
  return {
    ...exported,
    create: (settings) => {
      const dialect = exported.create(settings);
      return { ...dialect, version: `${dialect.version}+${mark}` };
    },
  };
}

/** A changed file is another dialect, even under the same name and version: its version carries this. */
function markOf(hash: string): string {
  return hash.slice(0, 12);
}

/** @throws {RunDiffersError} before anything of the file is run */
function requireRecorded(file: string, mark: string, { dialect, agent }: RunIdentity): void {
  const ofRoles = RoleDialectsSchema.safeParse(agent.settings['dialects']);
  const versions = [dialect, ...Object.values(ofRoles.data ?? {})].map((one) => one?.version ?? '');
  if (versions.some((version) => version.endsWith(`+${mark}`))) return;
  throw new RunDiffersError('the module is not the one that the run began with, and is not loaded', {
    place: { file },
    hint: 'Bring back the module as it was, or start a new run.',
  });
}

const RoleDialectsSchema = z.record(z.string(), z.object({ version: z.string() }));

function isFamily(value: unknown): value is DialectFamily {
  if (typeof value !== 'object' || value === null) return false;
  const { family, variants, references, create } = value as Partial<Record<keyof DialectFamily, unknown>>;
  return (
    typeof family === 'string' &&
    Array.isArray(variants) &&
    Array.isArray(references) &&
    typeof create === 'function'
  );
}
