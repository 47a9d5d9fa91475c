export type { Agent, AgentContext, AgentEpisode, AgentTask, HistoryEntry, Privileges } from './agent.js';
export { alwaysCompleteAgent } from './always-complete.js';
export { NoModelError } from './ask-model.js';
export { AgentOptionError, defineAgent } from './define-agent.js';
export type {
  AgentDefinition,
  AgentDefinitionParts,
  AgentParts,
  AgentRole,
  MadeAgent,
} from './define-agent.js';
export type { AgentRunSettings } from './dialect-identity.js';
export { directAgent, directRunSettings } from './direct/direct.js';
export type { DirectAgentSettings } from './direct/direct.js';
export type { ObservationChoice } from './observation-choice.js';
export { homeSpamAgent } from './home-spam.js';
export { noOpAgent } from './no-op.js';
export { NoPrivilegesError, oracleAgent } from './oracle/oracle.js';
export { randomAgent } from './random.js';
export type { RandomActionKind, RandomAgentSettings } from './random.js';
export { replayAgent } from './replay.js';
export type { RecordedActions } from './replay.js';
