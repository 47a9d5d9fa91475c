import type { Command } from 'commander';
import { SETTINGS, environmentName } from './setting.js';
import type { SettingKey } from './setting.js';

/** Adds the named settings as options. Values stay text; `resolveSettings` parses them beside the other sources. */
export function addSettings(command: Command, keys: readonly SettingKey[]): Command {
  for (const key of keys) {
    const setting = SETTINGS[key];
    const shown = setting.default === null ? '' : ` (default: ${setting.default})`;
    command.option(setting.flag, `${setting.description}${shown} [${environmentName(key)}]`);
  }
  return command;
}
