import type { AgentDefinition } from '../../agents/define-agent.js';
import { UserError } from '../../errors.js';
import { DIALECT_SETTINGS } from './dialect-settings.js';
import { MODEL_SETTINGS } from './model-settings.js';
import { SETTINGS, type SettingKey, type SettingOrigins } from './setting.js';

const OF_MODELS = [
  ...Object.keys(MODEL_SETTINGS),
  ...Object.keys(DIALECT_SETTINGS).filter((key) => key !== 'agentOptions'),
] as SettingKey[];

/**
 * Refuses flags about a model where the agent asks none: whoever gives them means another agent. Values from the
 * environment or a config file are meant for every agent, and left alone.
 *
 * @throws {UserError} naming the flags
 */
export function refuseModelFlags(
  { name, roles }: Pick<AgentDefinition, 'name' | 'roles'>,
  origins: SettingOrigins,
): void {
  if (roles.length > 0) return;
  const given = OF_MODELS.filter((key) => origins[key] === 'flag').map(
    (key) => SETTINGS[key].flag.split(' ')[0],
  );
  if (given.length === 0) return;
  throw new UserError(`the agent ${name} asks no model, so ${given.join(', ')} would change nothing`, {
    hint: 'Leave it out, or name an agent that asks a model, such as --agent direct; `touchstone list agents` has them.',
  });
}
