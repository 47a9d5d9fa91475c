import { TouchstoneError, type TouchstoneErrorOptions } from '../errors.js';

/** The endpoint refuses the key, the account or its means (401, 402, 403, an empty quota). */
export class ModelAccessError extends TouchstoneError {
  readonly code = 'MODEL_ACCESS';
  readonly fault = 'user';
  override readonly stopsRun = true;
}

/** The endpoint has no such model or no such address (404, or by its own list of models). */
export class ModelNotFoundError extends TouchstoneError {
  readonly code = 'MODEL_NOT_FOUND';
  readonly fault = 'user';
  override readonly stopsRun = true;
}

/** The endpoint understands the request and will not take it (400, 413, 422, …): asking again changes nothing. */
export class ModelRequestRejectedError extends TouchstoneError {
  readonly code = 'MODEL_REQUEST_REJECTED';
  readonly fault = 'user';
}

/** The model answers to text and refuses every picture, and the agent shows it some. */
export class ModelNoPicturesError extends TouchstoneError {
  readonly code = 'MODEL_NO_PICTURES';
  readonly fault = 'user';
  override readonly stopsRun = true;
}

/** The settings of a model cannot be used: a bad address, a key that is not in the environment. */
export class ModelSettingsError extends TouchstoneError {
  readonly code = 'MODEL_SETTINGS';
  readonly fault = 'user';
  override readonly stopsRun = true;
}

/** The endpoint wants fewer requests (429); `retryAfterMs` says when to come back, where it said so. */
export class ModelRateLimitError extends TouchstoneError {
  readonly code = 'MODEL_RATE_LIMIT';
  readonly fault = 'model';
  override readonly retryable = true;
  override readonly retryAfterMs: number | null;

  constructor(message: string, options: TouchstoneErrorOptions & { retryAfterMs: number | null }) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** The endpoint cannot be reached, breaks off, fails (5xx), or sends something that is no answer. */
export class ModelOutageError extends TouchstoneError {
  readonly code = 'MODEL_OUTAGE';
  readonly fault = 'model';
  override readonly retryable = true;
  override readonly retryAfterMs: number | null;
  /** It fails because it has too much to do. */
  readonly isOverload: boolean;
  /** What it answered; null where there was no answer, or none of a model. */
  readonly status: number | null;
  override readonly pausesRun: boolean;

  constructor(
    message: string,
    options: TouchstoneErrorOptions & {
      readonly retryAfterMs?: number | null;
      readonly isOverload?: boolean;
      readonly status?: number;
      /** No request reaches the model, whatever it asks. */
      readonly isDown?: boolean;
    } = {},
  ) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.isOverload = options.isOverload ?? false;
    this.status = options.status ?? null;
    this.pausesRun = options.isDown ?? false;
  }
}

/** The endpoint did not answer in time. */
export class ModelTimeoutError extends TouchstoneError {
  readonly code = 'MODEL_TIMEOUT';
  readonly fault = 'model';
  override readonly retryable = true;
  override readonly pausesRun: boolean;

  /** @param options `isDown`: not even a connection was accepted */
  constructor(message: string, options: TouchstoneErrorOptions & { readonly isDown?: boolean } = {}) {
    super(message, options);
    this.pausesRun = options.isDown ?? false;
  }
}

/** A replayed run asked something that its recording has no answer to. */
export class ModelReplayMissError extends TouchstoneError {
  readonly code = 'MODEL_REPLAY_MISS';
  readonly fault = 'user';
  override readonly stopsRun = true;
}

/** The provider has no way to carry out what the request asks for. */
export class ModelUnsupportedError extends TouchstoneError {
  readonly code = 'MODEL_UNSUPPORTED';
  readonly fault = 'user';
  override readonly stopsRun = true;
}
