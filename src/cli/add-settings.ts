import { Option, type Command } from 'commander';
import { showSetting } from './output/show-setting.js';
import { SETTINGS, environmentName, type SettingKey } from '../app/settings/setting.js';

/**
 * Adds the named settings as options. Values stay text; `resolveSettings` parses them together with the other sources.
 *
 * @param options.defaults what help shows as the default, for settings whose default differs in this command
 * @param options.words what they mean in this command, for settings that are described as those of a run
 */
export function addSettings(
  command: Command,
  keys: readonly SettingKey[],
  {
    defaults = {},
    words = {},
  }: {
    readonly defaults?: Partial<Readonly<Record<SettingKey, string>>>;
    readonly words?: Partial<Readonly<Record<SettingKey, string>>>;
  } = {},
): Command {
  for (const key of keys) {
    const setting = SETTINGS[key];
    const standard = defaults[key] ?? setting.unset ?? showSetting(setting.default);
    const shown = standard === '' ? '' : ` (default: ${standard})`;
    const described = `${words[key] ?? setting.description}${shown} [${environmentName(key)}]`;
    if (setting.isRepeatable === true) command.addOption(repeatable(setting.flag, described, key));
    else command.option(setting.flag, described);
  }
  return command;
}

/** An option whose values become a list under the setting's own name: the flag is singular, the setting is not. */
function repeatable(flag: string, description: string, key: string): Option {
  const option = new Option(flag, description).argParser((value: string, before: string[] | undefined) => [
    ...(before ?? []),
    value,
  ]);
  option.attributeName = () => key;
  return option;
}
