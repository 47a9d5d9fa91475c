import type { SettingKey, SettingOrigin, Settings } from './setting.js';

/** The agent that asks the one model that is named, where no agent is named. */
const ASKING = 'direct';

/**
 * The agent of a run. The standard one asks no model; whoever names a model by a flag, and no agent anywhere, means one
 * that asks it.
 */
export function actingAgent(
  settings: Pick<Settings, 'agent'>,
  origins: Readonly<Pick<Record<SettingKey, SettingOrigin>, 'agent' | 'model' | 'profile'>>,
): string {
  const namesModel = origins.model === 'flag' || origins.profile === 'flag';
  return origins.agent === 'default' && namesModel ? ASKING : settings.agent;
}
