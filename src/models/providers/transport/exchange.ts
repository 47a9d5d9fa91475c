import { ModelOutageError } from '../../model-errors.js';
import { classifyResponse, isRefusalResponse } from './classify-response.js';
import type { Redactor } from '../../redact-key.js';
import type { PictureSlots } from '../picture-slots.js';
import { plainHeaders } from './plain-headers.js';
import { exhaustedFor } from './retry-after.js';
import { streamTimes, type StreamTimes, type TokenFinder } from './stream-times.js';
import type { Transport } from './transport.js';

/** What the endpoint sent. */
export interface Received {
  status: number | null;
  contentType: string;
  /** Cleared of the key. */
  text: string;
  firstByteMs: number | null;
  /** The answer is a live one: the moments of its pieces are known. */
  isLive: boolean;
  /** The body is one object of JSON, and no stream. */
  isObject: boolean;
  /** When the parts of a streamed answer came; null where there is no stream, or nobody waited for it. */
  times: StreamTimes | null;
  /** Milliseconds until a rate limit that is used up opens again. */
  exhaustedMs: number | null;
}

/** Before anything has come. */
export function nothingReceived(): Received {
  return {
    status: null,
    contentType: '',
    text: '',
    firstByteMs: null,
    isLive: false,
    isObject: false,
    times: null,
    exhaustedMs: null,
  };
}

export interface ExchangeOptions {
  /** Names the endpoint in messages. */
  readonly endpoint: string;
  /** Takes the key out of what is received. */
  readonly redact: Redactor;
  readonly clock: () => number;
  readonly transport: Transport;
  readonly sample: string | undefined;
  readonly attempt: number;
  /** Filled as the response comes in. */
  readonly received: Received;
  /** Put into the body where the library was given their stand-ins. */
  readonly pictures?: PictureSlots;
  /** What may be wrong where there is no such address. */
  readonly notFoundHint?: string | undefined;
  /** Says of an event of a stream what it brings; given where one is asked for. */
  readonly tokenIn?: TokenFinder | undefined;
  /** Changes the body's fields before it is sent. */
  readonly rewrite?: ((body: Record<string, unknown>) => Record<string, unknown>) | undefined;
}

/** The endpoint refuses to have the model answer, by an error status. Never leaves this folder. */
export class RefusedByEndpoint extends Error {}

const EXCERPT_LENGTH = 300;
const OBJECT = /^\s*\{/;

/** The start of what was received, for messages. */
export function excerpt({ text }: Received): string {
  return text.trim().slice(0, EXCERPT_LENGTH);
}

/**
 * A `fetch` for the library that reads the whole response and turns every failure into one of our errors, before the
 * library sees it: the library's own errors hold the request with its pictures, and lose what failed attempts said.
 */
export function exchange(options: ExchangeOptions): typeof globalThis.fetch {
  const { endpoint, redact, received, transport, sample, attempt, rewrite, pictures, tokenIn } = options;
  return async (input, init) => {
    const text = typeof init?.body === 'string' ? init.body : '';
    const body =
      rewrite === undefined ? text : JSON.stringify(rewrite(JSON.parse(text) as Record<string, unknown>));
    const response = await transport({
      endpoint,
      url: input instanceof Request ? input.url : String(input),
      method: init?.method ?? 'POST',
      headers: plainHeaders(init?.headers),
      body: pictures?.fill(body) ?? [Buffer.from(body, 'utf8')],
      signal: init?.signal ?? new AbortController().signal,
      sample,
      attempt,
    });
    const contentType = response.headers.get('content-type') ?? '';
    received.status = response.status;
    received.contentType = redact(contentType);
    received.firstByteMs = response.firstByteMs;
    const { arrivals } = response;
    received.isLive = arrivals !== undefined;
    received.isObject = OBJECT.test(response.text);
    if (arrivals !== undefined && tokenIn !== undefined && !received.isObject) {
      // The text as it came: a key that is taken out of it would move what follows.
      received.times = streamTimes(response.text, arrivals, tokenIn);
    }
    received.exhaustedMs = exhaustedFor(response.headers, options.clock);
    // A short key leaves no text at all for messages; the answer itself is the library's to read.
    received.text = redact(response.text);
    const isSuccess = response.status >= 200 && response.status < 300;
    const status = isSuccess ? statusWithin(response.text) : response.status;
    if (status === null) {
      const readable = received.text === '' ? response.text : received.text;
      return new Response(readable, { headers: { 'content-type': contentType } });
    }
    if (isRefusalResponse({ status, body: response.text })) throw new RefusedByEndpoint(excerpt(received));
    throw classifyResponse({
      endpoint,
      status,
      headers: response.headers,
      body: excerpt(received),
      now: options.clock(),
      retryInfo: response.text,
      notFoundHint: options.notFoundHint,
    });
  };
}

/** The first event of a stream, or the body, reports a failure in place of an answer. */
function statusWithin(text: string): number | null {
  if (!text.includes('"error"')) return null;
  const body = errorBody(text);
  if (body === null) return null;
  const { code, type } = body;
  if (type === 'overloaded_error') return 529;
  if (type === 'rate_limit_error' || code === 'rate_limit_exceeded') return 429;
  // It may be an object, which `Number` throws at.
  const status = typeof code === 'number' || typeof code === 'string' ? Number(code) : 500;
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : 500;
}

/** `{"error": {"code": 429, …}}`, as some gateways put it into the body of a 200 or into an event of a stream. */
function errorBody(text: string): { code?: unknown; type?: unknown } | null {
  const candidates = OBJECT.test(text) ? [text] : eventsWithin(text);
  for (const candidate of candidates) {
    if (!candidate.includes('"error"')) continue;
    let body: unknown;
    try {
      body = JSON.parse(candidate);
    } catch {
      continue;
    }
    const failed = typeof body === 'object' && body !== null && 'response' in body ? body.response : body;
    if (typeof failed !== 'object' || failed === null || !('error' in failed) || failed.error === null)
      continue;
    if (['choices', 'candidates', 'content'].some((name) => name in failed)) continue;
    return typeof failed.error === 'object' ? failed.error : {};
  }
  return null;
}

/** Data of the events of a stream. */
export function eventsWithin(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim());
}

/** The endpoint sent something that is no answer. */
export function unreadable(endpoint: string, received: Received): ModelOutageError {
  const kind = received.contentType === '' ? 'something' : received.contentType;
  const start = excerpt(received);
  return new ModelOutageError(
    `${endpoint} sent ${kind} that is no answer of a model${start === '' ? '' : `: ${start}`}`,
    {
      hint: 'Check that the base URL is that of a chat endpoint and that nothing in between answers for it.',
    },
  );
}
