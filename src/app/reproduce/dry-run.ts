import type { Registry } from '../../registry/registry.js';
import { SETTINGS } from '../settings/setting.js';
import { missingFiles, missingRoles, type PlannedRun } from './plan-runs.js';
import type { GivenSettings } from './recipe-flags.js';
import { runWords } from './run-words.js';

/** What stands in a command for what the user has not named. */
const PLACEHOLDERS = { data: 'DIR', model: 'NAME', baseUrl: 'http://localhost:8000/v1' } as const;

/** A command that a dry run prints. */
export interface DryCommand {
  readonly runId: string;
  /** What follows `touchstone`. */
  readonly words: readonly string[];
  /** Flags whose values are still to be named. */
  readonly open: readonly string[];
}

/**
 * The command of a planned run. What the user has named nowhere stands in it as a placeholder.
 *
 * @param environment variables and configuration name settings as well
 */
export function dryCommand(
  run: PlannedRun,
  { registry, named }: { readonly registry: Registry; readonly named: ReadonlySet<string> },
): DryCommand {
  const { recipe, settings, runId } = run;
  const asksModel = registry.agent(String(settings.agent)).roles.length > 0;
  const isPlaced = ['baseUrl', 'provider', 'profile', 'replay'].some((key) => named.has(key));
  const open: Partial<Record<keyof typeof SETTINGS, unknown>> = {
    ...(named.has('data') || registry.benchmarks.get(recipe.benchmark)?.needsData !== true
      ? {}
      : { data: PLACEHOLDERS.data }),
    ...(asksModel && !named.has('model') && !named.has('profile') ? { model: PLACEHOLDERS.model } : {}),
    ...(asksModel && !isPlaced ? { baseUrl: PLACEHOLDERS.baseUrl } : {}),
  };
  const roles = missingRoles(run);
  const files = missingFiles(run);
  const options = SETTINGS.agentOptions.schema.parse(settings.agentOptions ?? {});
  const given = SETTINGS.roleProfiles.schema.parse(settings.roleProfiles ?? {});
  const filled: GivenSettings = {
    ...settings,
    ...open,
    ...(files.length === 0
      ? {}
      : {
          agentOptions: {
            ...options,
            ...Object.fromEntries(files.map((option) => [option, `${option}.json`])),
          },
        }),
    ...(roles.length === 0
      ? {}
      : { roleProfiles: { ...given, ...Object.fromEntries(roles.map((role) => [role, `${role}.json`])) } }),
  };
  const flags = Object.keys(open).map((key) => SETTINGS[key as keyof typeof open].flag.split(' ')[0] ?? '');
  return {
    runId,
    words: runWords(recipe.benchmark, filled, runId),
    open: [
      ...flags,
      ...files.map((option) => `--agent-option ${option}`),
      ...roles.map((role) => `--role ${role}`),
    ],
  };
}
