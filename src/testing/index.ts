export { agentContract, buildAgentContext, emptyObservation } from './contracts/agent-contract.js';
export type { AgentContractOptions, ContractCase } from './contracts/agent-contract.js';
export { environmentContract } from './contracts/environment-contract.js';
export type { EnvironmentContractOptions } from './contracts/environment-contract.js';
export { environmentProviderContract } from './contracts/environment-provider-contract.js';
export type { EnvironmentProviderContractOptions } from './contracts/environment-provider-contract.js';
export { budgetLedgerContract } from './contracts/budget-ledger-contract.js';
export type { BudgetLedgerContractOptions } from './contracts/budget-ledger-contract.js';
export { deviceLeasesContract } from './contracts/device-leases-contract.js';
export type { DeviceLeasesContractOptions } from './contracts/device-leases-contract.js';
export { itemQueueContract } from './contracts/item-queue-contract.js';
export type { ItemQueueContractOptions } from './contracts/item-queue-contract.js';
export { runStoreContract } from './contracts/run-store-contract.js';
export type { RunStoreContractOptions } from './contracts/run-store-contract.js';
export { objectStoreContract } from './contracts/object-store-contract.js';
export type { ObjectStoreContractOptions } from './contracts/object-store-contract.js';
export { chatCompletion, openChatEndpoint } from './models/chat-endpoint.js';
export type { ChatCall, ChatEndpoint } from './models/chat-endpoint.js';
export { fakeAgent } from './fake-agent.js';
export type { FakeAgentOptions } from './fake-agent.js';
export { hierarchyXml, uiNode } from './hierarchy-xml.js';
export { openModelEndpoint } from './models/model-endpoint.js';
export type {
  EndpointFault,
  EndpointReply,
  ModelEndpoint,
  ModelEndpointOptions,
  SeenRequest,
} from './models/model-endpoint.js';
export type { EndpointAnswer, SeenPart, SeenPicture, SeenTurn, WireName } from './wires/wire.js';
export { TYPED_TEXTS, dialectContract } from './contracts/dialect-contract.js';
export type { DialectContractOptions } from './contracts/dialect-contract.js';
export { spokenActions } from './models/spoken-actions.js';
export { buildPromptInput, buildPromptStep, buildSentPicture } from './models/prompt-input.js';
export { competentModel } from './competent-model/competent-model.js';
export type { CompetentModel, CompetentModelOptions, Understood } from './competent-model/competent-model.js';
export { learnPocket } from './competent-model/pocket-memory.js';
export type { PocketMemory } from './competent-model/pocket-memory.js';
