import type { SettingKey, Settings } from '../../app/settings/setting.js';

/** A setting's value as a person reads it; empty where nothing is set. */
export function showSetting(value: Settings[SettingKey]): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.join(', ');
  return Object.entries(value)
    .map(([name, part]) => `${name}=${part}`)
    .join(', ');
}
