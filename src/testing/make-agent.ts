import type { Agent } from '../agents/agent.js';
import type { AgentDefinition, AgentParts } from '../agents/define-agent.js';
import { DIALECTS } from '../registry/dialects.js';
import type { Dialect } from '../models/dialects/dialect.js';

/** An agent of a definition, as the command line makes it. */
export function makeAgent(
  definition: AgentDefinition,
  options: Readonly<Record<string, unknown>> = {},
  parts: Partial<Pick<AgentParts, 'profile' | 'observation' | 'prompts'>> & {
    /** Family (`name` or `name@variant`) of the acting model. */
    readonly dialect?: string;
  } = {},
): Agent {
  const { dialect: named = definition.dialect, prompts, ...others } = parts;
  return definition.create(
    {
      dialectOf: (role) => dialectNamed(definition.roles.find(({ name }) => name === role)?.dialect ?? named),
      profile: 'tolerant',
      observation: 'native',
      ...others,
      prompts: { ...definition.prompts, ...prompts },
    },
    options,
  ).agent;
}

function dialectNamed(name: string): Dialect {
  const [family = '', variant] = name.split('@');
  const found = DIALECTS.get(family);
  if (found === undefined) throw new Error(`there is no dialect ${family}`);
  return found.create(variant === undefined ? {} : { variant });
}
