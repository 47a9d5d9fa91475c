import type { SettingKey } from '../settings/setting.js';

/** Settings of whoever serves the phones of a benchmark to be played. */
export const PLAY_SETTINGS = [
  'data',
  'env',
  'devices',
  'adbPort',
  'forbid',
  'interruptions',
  'plugins',
  'mode',
  'split',
  'language',
  'tasks',
  'limit',
  'sample',
  'seed',
  'chooser',
  'repair',
  'level',
  'benchmarkOptions',
  'maxSteps',
  'episodeSeconds',
  'runs',
] as const satisfies readonly SettingKey[];
