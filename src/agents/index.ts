export type { Agent, AgentContext, AgentEpisode, AgentTask, HistoryEntry, Privileges } from './agent.js';
export { alwaysCompleteAgent } from './baselines/always-complete.js';
export { NoModelError } from './prompting/ask-model.js';
export { AgentOptionError, defineAgent } from './define-agent.js';
export type {
  AgentDefinition,
  AgentDefinitionParts,
  AgentParts,
  AgentRole,
  MadeAgent,
} from './define-agent.js';
export type { AgentRunSettings } from './prompting/dialect-identity.js';
export { directAgent, directRunSettings } from './direct/direct.js';
export type { DirectAgentSettings } from './direct/direct.js';
export type { ObservationChoice } from './observation-choice.js';
export { homeSpamAgent } from './baselines/home-spam.js';
export { noOpAgent } from './baselines/no-op.js';
export { NoMilestonesError, NoPrivilegesError, oracleAgent } from './oracle/oracle.js';
export { randomAgent } from './baselines/random.js';
export type { RandomActionKind, RandomAgentSettings } from './baselines/random.js';
export { statelessAgent } from './baselines/stateless-agent.js';
export type { StatelessAgentOptions, StepInput } from './baselines/stateless-agent.js';
export { replayAgent } from './baselines/replay.js';
export type { RecordedActions } from './baselines/replay.js';
