import type { z } from 'zod';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import {
  SETTINGS,
  environmentName,
  type SettingOrigin,
  type SettingOrigins,
  type Settings,
} from './setting.js';
import type { Setting } from './define-setting.js';

export interface SettingSources {
  /** From the command line, by key; undefined where not given. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The parsed config file and its name. */
  readonly config: { readonly file: string; readonly values: Readonly<Record<string, unknown>> } | null;
}

export interface ResolvedSettings {
  readonly values: Settings;
  readonly origins: SettingOrigins;
}

/**
 * Flags over environment over config file over defaults.
 *
 * @throws {UserError} naming the flag, variable or key whose value does not fit, and what would.
 */
export function resolveSettings(sources: SettingSources): ResolvedSettings {
  if (sources.config !== null) refuseUnknownKeys(sources.config.file, sources.config.values);
  const values: Record<string, unknown> = {};
  const origins: Record<string, SettingOrigin> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(SETTINGS)) {
    [values[key], origins[key]] = resolveSetting(key, setting, sources);
  }
  // Each value passed the schema of its own key just above.
  return { values: values as Settings, origins: origins as SettingOrigins };
}

function resolveSetting(
  key: string,
  setting: Setting<unknown>,
  sources: SettingSources,
): [unknown, SettingOrigin] {
  const flag = sources.flags[key];
  if (flag !== undefined) return [parse(setting, flag, setting.flag.split(' ')[0] ?? key), 'flag'];
  const variable = environmentName(key);
  const text = sources.environment[variable];
  if (text !== undefined && text !== '') return [parse(setting, text, variable), 'environment'];
  const configured = sources.config?.values[key];
  if (configured !== undefined) {
    return [parse(setting, configured, `${sources.config?.file ?? 'config'}: ${key}`), 'config file'];
  }
  return [setting.default, 'default'];
}

function parse(setting: Setting<unknown>, value: unknown, where: string): unknown {
  const parsed = setting.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const words = parsed.error.issues.map(describeIssue).join('; ');
  const meant = setting.mayHoldSecret === true ? '' : meantOf(value, parsed.error.issues);
  const got = setting.mayHoldSecret === true ? '' : `, got ${JSON.stringify(value)}`;
  throw new UserError(`${where}: ${words}${got}`, {
    hint: `${meant}${setting.flag}: ${setting.description}`,
  });
}

/** The value that was meant, where it is one of a list. */
function meantOf(value: unknown, issues: readonly z.core.$ZodIssue[]): string {
  const known = issues.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values.map(String) : []));
  return typeof value === 'string' ? didYouMean(value, known) : '';
}

function refuseUnknownKeys(file: string, values: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(values).filter((key) => !(key in SETTINGS));
  if (unknown.length === 0) return;
  throw new UserError(`unknown setting${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`, {
    place: { file, path: [unknown[0] ?? ''] },
    hint: `${didYouMean(unknown[0] ?? '', Object.keys(SETTINGS))}Known settings: ${Object.keys(SETTINGS).join(', ')}.`,
  });
}
