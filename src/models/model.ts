/** One part of a message: text, or a picture's bytes. */
export type ModelContent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly mediaType: string;
      readonly data: Uint8Array;
      /** The screen of an earlier step; only for counting, the model is not told. */
      readonly isEarlier?: true;
    };

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
  /** Taken off the score of a token for each time that the answer holds it already. */
  readonly frequencyPenalty?: number;
  /** Taken off the score of a token that the answer holds already. */
  readonly presencePenalty?: number;
  /** Divides the score of tokens that prompt or answer hold already; 1 changes nothing. vLLM, SGLang and transformers know it. */
  readonly repetitionPenalty?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  /** OpenAI's `detail` of every picture; the profile's goes before it. */
  readonly pictureDetail?: 'low' | 'high' | 'auto';
  /**
   * The last message is the assistant's and is to be continued, not answered; few endpoints can. The answer's text is then
   * what follows it.
   */
  readonly continuesLast?: boolean;
  /** What pictures that the text names take of the input, where the model's own build decides that. */
  readonly pictureTokens?: { readonly total: number; readonly history: number };
}

/** Tokens of one call, the same for every provider; null or absent where the endpoint does not say. */
export interface ModelUsage {
  /** All input, what came from the provider's cache included. */
  readonly inputTokens: number | null;
  /** All output, thinking included. */
  readonly outputTokens: number | null;
  /** Part of the input that the provider had in its cache. */
  readonly cachedInputTokens?: number;
  /** Part of the input that the provider wrote into its cache. */
  readonly cacheWriteTokens?: number;
  /** Part of the output that was thinking. */
  readonly reasoningTokens?: number;
  /** The endpoint reported nothing: counted from the texts, roughly. */
  readonly estimated?: boolean;
}

/** What was measured of a live call. What could not be is left out. */
export interface CallMeasures {
  /** Milliseconds from the request to the first token, thinking included; of the attempt that was answered. */
  readonly firstTokenMs?: number;
  /** Output tokens per second from the first to the last of them. */
  readonly tokensPerSecond?: number;
  /** Milliseconds that the rate is over. */
  readonly ratedMs?: number;
  /** Part of the input that pictures took. */
  readonly pictureTokens?: number;
  /** Part of those that the pictures of earlier steps took. */
  readonly historyPictureTokens?: number;
  /** Who counted them: the endpoint, the dialect of a model whose pictures all take the same, or the profile's rule. */
  readonly pictureTokensBy?: 'endpoint' | 'dialect' | 'profile';
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
  /** What of the request was not sent as asked, such as a sampling parameter that the provider does not take. */
  readonly warnings?: readonly string[];
  /** Absent where nobody was asked just now: an answer from a cache or a recording. */
  readonly measures?: CallMeasures;
}

/** An attempt of a call that failed and is made again. */
export interface ModelRetry {
  /** Stable code of the error. */
  readonly code: string;
  readonly message: string;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
}

/** A wait of a call, before its next attempt or because the endpoint takes no more requests for now. */
export interface ModelWait {
  /** Base URL, without secrets. */
  readonly endpoint: string;
  /** Milliseconds from now. */
  readonly delayMs: number;
  /** What the endpoint answered; null where the limit was reported to another call. */
  readonly reason: string | null;
}

export interface ModelCallOptions {
  readonly signal: AbortSignal;
  /**
   * Names the one draw from the model that this call is, such as item, repeat and step. A cache or a recording gives an
   * answer only to the sample it was drawn for; calls without a name are distinguished by their order.
   */
  readonly sample?: string;
  /** Callback after each attempt that failed and is made again. */
  readonly onRetry?: (retry: ModelRetry) => void;
  /** Callback at the start of each wait; waiting for other calls to end is none. */
  readonly onWait?: (wait: ModelWait) => void;
}

/** A model behind an endpoint. @throws {TouchstoneError} with fault `model` on an outage, `user` on a bad key or name. */
export interface Model {
  /** Everything that can change an answer: endpoint kind, model id, sampling. JSON, without secrets. */
  readonly identity: Readonly<Record<string, unknown>>;
  generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelAnswer>;
}

/** Models by role (`actor`, `planner`, `grounder`, …), bound in the configuration. */
export type ModelRoles = Readonly<Record<string, Model>>;
