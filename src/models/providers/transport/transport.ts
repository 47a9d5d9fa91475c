/** One HTTP request of a provider, its key in the headers. */
export interface WireRequest {
  /** Names the endpoint in messages. */
  readonly endpoint: string;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON in UTF-8, in pieces. */
  readonly body: readonly Uint8Array[];
  readonly signal: AbortSignal;
  /** The draw from the model that the request is for, and which attempt at it, from 1. */
  readonly sample: string | undefined;
  readonly attempt: number;
}

/** How much of a response's body had come by a moment. */
export interface Arrival {
  readonly bytes: number;
  /** Milliseconds from the request. */
  readonly ms: number;
}

/** A complete response of any status. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Milliseconds from the request to the first byte of the response. */
  readonly firstByteMs: number;
  /** When its pieces came, in their order; absent where nobody waited for them, as in a replay. */
  readonly arrivals?: readonly Arrival[];
}

/**
 * Carries one request and brings back the whole response. Recording and replay put themselves in its place.
 *
 * @throws {ModelOutageError} when the endpoint cannot be reached, breaks off or does not end
 * @throws {ModelTimeoutError} when it takes too long; the reason of the signal when that is aborted
 */
export type Transport = (request: WireRequest) => Promise<WireResponse>;
