import { z } from 'zod';
import { defineAgent, type AgentDefinition } from '../define-agent.js';
import { splitCommand } from './split-command.js';
import { processAgent, type ProcessAgentOptions } from './process-agent.js';

/** The agent in a process of its own, by name; `open` passes the folder in which its program starts. */
export function processDefinition(options: ProcessAgentOptions = {}): AgentDefinition {
  return defineAgent({
    name: 'process',
    title: 'a program of your own, in any language (--agent-option command="…"; docs/agents/process.md)',
    roles: [],
    options: z.object({
      command: z.string().min(1).describe('program and its arguments, quoted as in a shell; none reads them'),
      name: z.string().min(1).default('process').describe('how results name the agent'),
      version: z.string().min(1).default('1').describe('its version, for the identity of a run'),
      pictures: z.boolean().default(true).describe('screens are sent with their pictures'),
      hierarchy: z.boolean().default(true).describe('screens are sent with their UI hierarchies'),
      stateless: z
        .boolean()
        .default(false)
        .describe('keeps nothing between steps: is sent its history, and resumes at any step'),
      timeoutSeconds: z.number().positive().max(86_400).default(300).describe('for one answer'),
    }),
    create: (_, { command, ...settings }) =>
      processAgent({ ...settings, command: splitCommand(command) }, options),
  });
}
