import type { ModelCost } from '../../formats/run/model-cost.js';
import type { Settings } from '../settings/setting.js';
import type { ProfileOptions } from '../run/role-profiles.js';
import type { ModelRoles } from '../../models/model.js';

/** What every stage that asks models is called with. */
export interface StageCall extends ProfileOptions {
  /** Folder of what the stage makes; absolute. */
  readonly out: string;
  /** Models in place of the settings', such as scripted ones in tests. */
  readonly models?: ModelRoles;
  /** Callback after each thing that was asked about. */
  readonly onProgress: (total: number) => void;
}

/** What every stage that asks models says at its end. */
export interface StageReport {
  /** Absolute. */
  readonly folder: string;
  /** Of this call of the command. */
  readonly cost: ModelCost;
  /** Of all calls. */
  readonly wholeCost: ModelCost;
  readonly warnings: readonly string[];
}

/** Whether the settings, or a test, name a model. */
export function hasModel(settings: Settings, { models }: Pick<StageCall, 'models'>): boolean {
  if (models !== undefined) return true;
  return (
    settings.model !== null || settings.profile !== null || Object.keys(settings.roleProfiles).length > 0
  );
}

/** What is said of calls whose price nobody knows, where money is limited. */
export function unpricedWarning({ maxCost }: Settings, { unpriced }: ModelCost): readonly string[] {
  if (maxCost === null || unpriced === 0) return [];
  return [`${unpriced} calls have no known price and count nothing in --max-cost`];
}

/** Lines of a file of records. */
export function jsonLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
