import type { AppContext } from '../app-context.js';
import { requireTrustedConfig } from '../trust/trusted-configs.js';
import { SETTINGS, type SettingKey } from './setting.js';
import { readConfig } from './read-config.js';
import { resolveSettings, type ResolvedSettings } from './resolve-settings.js';

/**
 * The settings of a command: its options over the environment over the config file over defaults.
 *
 * @param uses settings that the command makes use of; all unless given
 * @throws {UserError} naming the source of a value that does not fit
 * @throws {UntrustedError} for a configuration that was found and names what only the user may name
 */
export async function loadSettings(
  options: Readonly<Record<string, unknown>>,
  context: AppContext,
  uses: readonly SettingKey[] = Object.keys(SETTINGS) as SettingKey[],
): Promise<ResolvedSettings> {
  const named = options['config'];
  const config = await readConfig(typeof named === 'string' ? named : undefined, {
    workingDirectory: context.workingDirectory,
    signal: context.killed,
  });
  const resolved = resolveSettings({ flags: options, environment: context.environment, config });
  if (config !== null && typeof named !== 'string') {
    await requireTrustedConfig(config, resolved, { uses, context });
  }
  return resolved;
}
