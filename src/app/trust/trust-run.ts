import type { StoredRunRequest } from '../run/run-settings-file.js';
import { isModule } from '../../registry/plugins/load-module.js';
import { SETTINGS, type SettingKey, type Settings } from '../settings/setting.js';
import { guardedSettings, listWords } from './guarded-settings.js';
import { UntrustedError } from './untrusted-error.js';

/** The flag by which a user vouches for the settings of a run from elsewhere. */
export const TRUST_SETTINGS = '--trust-settings';

/** What the settings of a run name that only the user may name; where its results are kept is known by the folder. */
export function guardedOfRun(settings: Partial<Settings>): readonly string[] {
  const others = { ...settings };
  delete others.runs;
  return guardedSettings(others, null);
}

/** Who would go on with a run from elsewhere: each can be told otherwise how to do it all the same. */
export type TrustingDoor = 'terminal' | 'worker' | 'viewer';

/** How a run from elsewhere goes on all the same; the rest of a sentence. */
const ALL_THE_SAME: Readonly<Record<TrustingDoor, string>> = {
  terminal: `it goes on only with \`${TRUST_SETTINGS}\`, or with flags of yours in place of these`,
  worker: `it is done only by \`touchstone worker ${TRUST_SETTINGS}\`, or by a worker of whoever began it, on the machine where they did`,
  viewer: 'it is started again only in a terminal: `touchstone run` with flags of yours',
};

/**
 * Accepts the settings in a run's folder, unless they name what only the user may name and this user did not begin the
 * run here.
 *
 * @param given settings that the user gives in this call, which go before the folder's
 * @param door what the user called
 * @throws {UntrustedError} saying what they name and how to continue anyway
 */
export async function requireTrustedRun(
  { file, benchmark, settings, isOwn }: StoredRunRequest,
  given: Partial<Settings>,
  environment: Readonly<Record<string, string | undefined>>,
  door: TrustingDoor = 'terminal',
): Promise<void> {
  const named = [
    ...guardedOfRun(withoutGiven(settings, given)),
    ...(isModule(benchmark) ? ['a module (benchmark)'] : []),
  ];
  if (named.length === 0 || (await isOwn(environment))) return;
  throw new UntrustedError(
    `nobody began this run on this machine as this user, and it names ${listWords(named)}, so ${ALL_THE_SAME[door]}`,
    { place: { file }, hint: 'Look into it first; docs/trust.md says what it could do.' },
  );
}

/**
 * Lets the plug-ins of a run be loaded to score or show it.
 *
 * @throws {UntrustedError} for a run that this user did not begin here
 */
export async function requireOwnPlugins(
  { file, benchmark, settings, isOwn }: StoredRunRequest,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (await isOwn(environment)) return;
  const named = [...settings.plugins, ...(isModule(benchmark) ? [benchmark] : [])];
  throw new UntrustedError(
    `nobody began this run on this machine as this user, so ${listWords(named)} is not loaded for it`,
    { place: { file }, hint: 'Run its benchmark here with --plugin to compare; docs/trust.md says why.' },
  );
}

/** The run's settings with those of this call in their place; switches, prompts and roles one by one. */
export function withGiven(settings: Settings, given: Partial<Settings>): Settings {
  const merged = Object.entries(given).map(([key, value]) => [
    key,
    isByName(value) ? { ...byName(settings[key as SettingKey]), ...value } : value,
  ]);
  // Each value is of its own key.
  return { ...settings, ...(Object.fromEntries(merged) as Partial<Settings>) };
}

/** A run's own settings that this call does not give. */
function withoutGiven(settings: Settings, given: Partial<Settings>): Partial<Settings> {
  const keys = Object.keys(SETTINGS) as SettingKey[];
  const left = keys.flatMap((key): [SettingKey, unknown][] => {
    const value = given[key];
    if (value === undefined) return [[key, settings[key]]];
    if (!isByName(value)) return [];
    return [
      [key, Object.fromEntries(Object.entries(byName(settings[key])).filter(([name]) => !(name in value)))],
    ];
  });
  return Object.fromEntries(left);
}

function isByName(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function byName(value: unknown): Readonly<Record<string, unknown>> {
  return isByName(value) ? value : {};
}
