import { callUsage } from '../../engine/attempt/call-usage.js';
import { TouchstoneError } from '../../errors.js';
import type { PreflightRecord } from '../../formats/run/journal/event.js';
import { preflightModel, type Preflight } from '../../models/preflight/preflight.js';
import { modelKey, preflightGateway, type BoundModel } from '../run/bind-models.js';
import type { PreparedRun } from '../run/prepare-run.js';
import type { ProfileOptions } from '../run/role-profiles.js';
import type { Settings } from '../settings/setting.js';

/** What asking the models of a run once has shown. */
export interface RunPreflight {
  /** Of each model that answered, for the journal. */
  readonly records: readonly PreflightRecord[];
  /** Why a model that is there could not answer yet. */
  readonly busy: readonly string[];
}

const NOTHING: RunPreflight = { records: [], busy: [] };

/**
 * Asks each model of a run once, before its first item. A run whose answers come from a recording asks nothing, and where
 * answers are kept in a cache an endpoint need not be there: the run may have all it needs.
 *
 * @throws {TouchstoneError} for what every call of the run would meet; see `preflightModel`
 */
export async function preflightRun(
  { asked }: Pick<PreparedRun, 'asked'>,
  settings: Settings,
  options: ProfileOptions,
): Promise<RunPreflight> {
  if (asked.models.length === 0 || settings.replay !== null) return NOTHING;
  const gateway = await preflightGateway(settings, options);
  const records: PreflightRecord[] = [];
  const busy: string[] = [];
  for (const { roles, profile, streams } of distinctModels(asked.models)) {
    const pictures = asked.sees !== null && roles.includes(asked.sees);
    const { environment, signal } = options;
    try {
      const found = await preflightModel(profile, { gateway, environment, streams, pictures, signal });
      const record = recordOf(found, roles);
      if (record !== null) records.push(record);
      if (found.busy !== null) busy.push(found.busy);
    } catch (error) {
      const mayBeKept = settings.cache !== null && error instanceof TouchstoneError && error.pausesRun;
      if (!mayBeKept) throw error;
      busy.push(error.message);
    }
  }
  return { records, busy };
}

/** Each model of each endpoint once, with all roles that are bound to it. */
function distinctModels(
  bound: readonly BoundModel[],
): readonly (Omit<BoundModel, 'role'> & { readonly roles: readonly string[] })[] {
  const found = new Map<string, Omit<BoundModel, 'role'> & { readonly roles: string[] }>();
  for (const { role, ...model } of bound) {
    const key = modelKey(model.profile);
    const known = found.get(key);
    if (known === undefined) found.set(key, { roles: [role], ...model });
    else known.roles.push(role);
  }
  return [...found.values()];
}

function recordOf(found: Preflight, roles: readonly string[]): PreflightRecord | null {
  const { endpoint, model, pictures, answer } = found;
  if (answer === null) return null;
  const { inputTokens, outputTokens, costUsd, fromCache } = callUsage(answer);
  return {
    roles,
    endpoint,
    model,
    pictures,
    answeredBy: answer.model,
    inputTokens,
    outputTokens,
    costUsd,
    latencyMs: Math.max(0, Math.round(answer.latencyMs)),
    fromCache,
  };
}
