export { agentContract, buildAgentContext, emptyObservation } from './agent-contract.js';
export type { AgentContractOptions, ContractCase } from './agent-contract.js';
export { environmentContract } from './environment-contract.js';
export type { EnvironmentContractOptions } from './environment-contract.js';
export { chatCompletion, openChatEndpoint } from './chat-endpoint.js';
export type { ChatCall, ChatEndpoint } from './chat-endpoint.js';
export { fakeAgent } from './fake-agent.js';
export type { FakeAgentOptions } from './fake-agent.js';
export { hierarchyXml, uiNode } from './hierarchy-xml.js';
export { openModelEndpoint } from './model-endpoint.js';
export type {
  EndpointFault,
  EndpointReply,
  ModelEndpoint,
  ModelEndpointOptions,
  SeenRequest,
} from './model-endpoint.js';
export type { EndpointAnswer, SeenPart, SeenPicture, SeenTurn, WireName } from './wires/wire.js';
export { TYPED_TEXTS, dialectContract } from './dialect-contract.js';
export type { DialectContractOptions } from './dialect-contract.js';
export { spokenActions } from './spoken-actions.js';
export { buildPromptInput, buildPromptStep, buildSentPicture } from './prompt-input.js';
export { competentModel } from './competent-model/competent-model.js';
export type { CompetentModel, CompetentModelOptions, Understood } from './competent-model/competent-model.js';
export { learnPocket } from './competent-model/pocket-memory.js';
export type { PocketMemory } from './competent-model/pocket-memory.js';
