import { SETTINGS, type SettingKey } from '../../settings/setting.js';
import type { SettingValue } from './run-control.js';

/**
 * Settings as the command line takes them, each value behind the `=` of its flag: one that begins with a dash is no flag of
 * its own.
 *
 * @param settings by keys that there are
 */
export function flagsOf(settings: Readonly<Record<string, SettingValue>>): readonly string[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    const { flag, isRepeatable } = SETTINGS[key as SettingKey];
    const [name = '', argument] = flag.split(' ');
    if (value === null) return [];
    if (argument === undefined) return value === true || value === 'true' ? [name] : [];
    return wordsOf(value, isRepeatable === true).map((word) => `${name}=${word}`);
  });
}

/** Settings as the command line will have read them from those flags: what is looked at is what it gets. */
export function asFlagsRead(
  settings: Readonly<Record<string, SettingValue>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]): [string, unknown][] => {
      const { flag, isRepeatable = false } = SETTINGS[key as SettingKey];
      if (value === null) return [];
      if (!flag.includes(' ')) return [[key, value]];
      const words = wordsOf(value, isRepeatable);
      return [[key, isRepeatable ? words : words[0]]];
    }),
  );
}

function wordsOf(value: Exclude<SettingValue, null>, isRepeatable: boolean): readonly string[] {
  if (typeof value !== 'object') return [String(value)];
  if (Array.isArray(value)) return isRepeatable ? value : [value.join(',')];
  return isRepeatable
    ? Object.entries(value).map(([name, one]) => `${name}=${String(one)}`)
    : [JSON.stringify(value)];
}
