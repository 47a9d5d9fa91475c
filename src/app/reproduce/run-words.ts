import { SETTINGS, type SettingKey } from '../settings/setting.js';
import type { GivenSettings } from './recipe-flags.js';

/** The words of `touchstone run` for a benchmark in these settings: the command that does the same by itself. */
export function runWords(benchmark: string, settings: GivenSettings, runId: string): readonly string[] {
  const keys = Object.keys(SETTINGS) as SettingKey[];
  return ['run', benchmark, ...keys.flatMap((key) => wordsOf(key, settings[key])), '--run-id', runId];
}

function wordsOf(key: SettingKey, value: unknown): readonly string[] {
  const [flag = ''] = SETTINGS[key].flag.split(' ');
  if (value === undefined || value === null || value === false) return [];
  if (value === true) return [flag];
  // One list, which may be empty on purpose.
  if (key === 'forbid' && Array.isArray(value)) return [flag, value.length === 0 ? 'none' : value.join(',')];
  if (Array.isArray(value)) return value.flatMap((one) => [flag, String(one)]);
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, part]) => [flag, `${name}=${String(part)}`]);
  }
  return typeof value === 'string' || typeof value === 'number' ? [flag, String(value)] : [];
}
