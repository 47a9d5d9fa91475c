import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { recordedAsk } from '../../engine/asking/recorded-ask.js';
import { canonicalJson, sha256 } from '../../formats/run/canonical-json.js';
import { addCosts, costOfCall, NO_COST, type ModelCost } from '../../formats/run/model-cost.js';
import { RunLock } from '../../formats/run/run-lock.js';
import { openStageCallLog } from '../../formats/stage/stage-call-log.js';
import type { Ask } from '../../models/asking/model-question.js';
import { BudgetSpentError } from '../../models/asking/budget-spent-error.js';
import type { Model, ModelRoles } from '../../models/model.js';
import { bindModel } from '../run/bind-models.js';
import { readRoleProfiles, type ProfileOptions } from '../run/role-profiles.js';
import type { Settings } from '../settings/setting.js';

/** A role of a stage, and what its model does, for messages. */
export interface StageRole {
  readonly name: string;
  readonly does: string;
}

export interface OpenStageOptions extends ProfileOptions {
  /** Name of the stage, such as `explore`. */
  readonly stage: string;
  /** Folder of what the stage makes; absolute. */
  readonly folder: string;
  /** What the stage works on and with, as far as answers depend on it beyond the requests themselves; JSON. */
  readonly identity: unknown;
  /** Roles that the stage asks; each is bound to the profile that `settings.roleProfiles` names for it, else to the acting one. */
  readonly roles: readonly StageRole[];
  /** Models in place of the settings', such as scripted ones in tests. */
  readonly models?: ModelRoles;
}

/** A stage of the builder that is under way: its folder is locked, its calls are recorded. */
export interface OpenStage extends AsyncDisposable {
  readonly folder: string;
  readonly ask: Ask;
  /** Of this session. */
  readonly cost: ModelCost;
  /** Of all sessions. */
  readonly wholeCost: ModelCost;
}

/**
 * Opens the folder of a stage: nobody else may write to it meanwhile, models are bound, and every question is kept in
 * `calls-STAGE.jsonl`, from which a stage that was interrupted gets its answers again.
 *
 * @throws {UserError} where the settings name no model for a role
 * @throws {RunLockedError} where another process works on the folder
 */
export async function openStage(settings: Settings, options: OpenStageOptions): Promise<OpenStage> {
  const { stage, folder, identity, roles, signal } = options;
  const models = options.models ?? (await stageModels(settings, options, roles));
  await mkdir(folder, { recursive: true });
  const lock = await RunLock.acquire(folder, { writer: `build-${stage}` });
  try {
    const log = await openStageCallLog(join(folder, `calls-${stage}.jsonl`), {
      stage,
      identity: sha256(canonicalJson(identity)),
      signal,
    });
    let cost = NO_COST;
    const ask = recordedAsk({
      asker: `build ${stage}`,
      subject: '',
      models,
      log: { find: (key) => log.find(key), add: (call) => log.add({ ...call, type: 'stage-call' }) },
      signal,
      beforeCall: () => requireBudget(settings, log.cost),
      onCall: (call) => {
        cost = addCosts(cost, costOfCall(call));
      },
    });
    return {
      folder,
      ask,
      get cost() {
        return cost;
      },
      get wholeCost() {
        return log.cost;
      },
      async [Symbol.asyncDispose]() {
        await log[Symbol.asyncDispose]();
        await lock[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

async function stageModels(
  settings: Settings,
  options: OpenStageOptions,
  roles: readonly StageRole[],
): Promise<ModelRoles> {
  if (roles.length === 0) return {};
  const asker = { name: `build ${options.stage}`, roles };
  const { acting, others } = await readRoleProfiles(asker, settings, options);
  const models: [string, Model][] = [];
  for (const { name } of roles) {
    const profile = others.get(name) ?? acting;
    models.push([name, await bindModel(settings, { ...options, profile, asker: asker.name })]);
  }
  return Object.fromEntries(models);
}

/** @throws {BudgetSpentError} */
function requireBudget({ maxTokens, maxCost }: Settings, cost: ModelCost): void {
  const tokens = cost.inputTokens + cost.outputTokens;
  const hint = 'Everything so far is kept: start again with a larger budget to go on.';
  if (maxTokens !== null && tokens >= maxTokens) {
    throw new BudgetSpentError(`the budget of ${maxTokens} tokens is spent`, { hint });
  }
  if (maxCost !== null && cost.costUsd >= maxCost) {
    throw new BudgetSpentError(`the budget of ${maxCost} dollars is spent`, { hint });
  }
}
