import type { CommandContext } from './command-context.js';
import { readConfig } from './read-config.js';
import { resolveSettings } from './resolve-settings.js';
import type { ResolvedSettings } from './resolve-settings.js';

/**
 * The settings of a command: its options over the environment over the config file over defaults.
 *
 * @throws {UserError} naming the source of a value that does not fit.
 */
export async function loadSettings(
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<ResolvedSettings> {
  const named = options['config'];
  const config = await readConfig(typeof named === 'string' ? named : undefined, {
    workingDirectory: context.workingDirectory,
    signal: context.killed,
  });
  return resolveSettings({ flags: options, environment: context.environment, config });
}
