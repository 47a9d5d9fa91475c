/** One part of a message: text, or a picture's bytes. */
export type ModelContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly data: Uint8Array };

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: readonly ModelContent[];
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  /** The last message is the assistant's and is to be continued, not answered; few endpoints can. */
  readonly continuesLast?: boolean;
}

export interface ModelUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

export interface ModelAnswer {
  readonly text: string;
  /** Thinking that the provider returns apart from the text. */
  readonly reasoning?: string;
  readonly finishReason: 'stop' | 'length' | 'refusal' | 'other';
  /** Model id as the endpoint reports it. */
  readonly model: string | null;
  readonly usage: ModelUsage;
  readonly latencyMs: number;
  readonly fromCache: boolean;
  /** Cost in US dollars where a price is known. */
  readonly costUsd: number | null;
}

/** A model behind an endpoint. @throws {TouchstoneError} with fault `model` on an outage, `user` on a bad key or name. */
export interface Model {
  /** Everything that can change an answer: endpoint kind, model id, sampling. JSON, without secrets. */
  readonly identity: Readonly<Record<string, unknown>>;
  generate(request: ModelRequest, options: { signal: AbortSignal }): Promise<ModelAnswer>;
}

/** Models by role (`actor`, `planner`, `grounder`, …), bound in the configuration. */
export type ModelRoles = Readonly<Record<string, Model>>;
