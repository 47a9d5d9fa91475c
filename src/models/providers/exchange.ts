import { ModelOutageError } from '../model-errors.js';
import { classifyResponse, isRefusalResponse } from './classify-response.js';

/** Start of what the endpoint sent, for messages; cleared of the key. */
export interface ReceivedText {
  status: number | null;
  contentType: string;
  text: string;
}

export interface ExchangeOptions {
  /** Names the endpoint in messages. */
  readonly endpoint: string;
  readonly apiKey: string | undefined;
  readonly clock: () => number;
  /** Filled as the response comes in. */
  readonly received: ReceivedText;
  readonly fetch: typeof globalThis.fetch;
}

/** Largest response read, in bytes: an answer is text, and no model writes more of it. */
const MAX_BYTES = 16 * 1024 * 1024;
const EXCERPT_LENGTH = 300;

/**
 * A `fetch` that reads the whole response and turns every failure into one of our errors, before the library sees it:
 * the library's own errors hold the request with its pictures, and lose what failed attempts said.
 *
 * A refusal that comes as an error status is turned into an answer that says so.
 */
export function exchange(options: ExchangeOptions): typeof globalThis.fetch {
  return async (input, init) => {
    const { endpoint, apiKey, received } = options;
    let response: Response;
    let text: string;
    try {
      response = await options.fetch(input, init);
      received.status = response.status;
      received.contentType = redact(response.headers.get('content-type') ?? '', apiKey);
      text = await readText(response, endpoint);
    } catch (error) {
      if (error instanceof ModelOutageError || init?.signal?.aborted === true) throw error;
      throw new ModelOutageError(`${endpoint} cannot be reached: ${networkReason(error)}`, {
        hint: 'Check that the server is up and the base URL is right, then `touchstone resume RUN`.',
      });
    }
    received.text = redact(text, apiKey).trim();
    const status = response.ok ? statusWithin(text) : response.status;
    if (status === null) return new Response(text);
    if (isRefusalResponse({ status, body: text })) return refusal(received.text);
    throw classifyResponse({
      endpoint,
      status,
      headers: response.headers,
      body: received.text,
      now: options.clock(),
    });
  };
}

async function readText(response: Response, endpoint: string): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) {
      throw new ModelOutageError(`${endpoint} sends more than ${MAX_BYTES} bytes`, {
        hint: 'Check that the base URL is that of a chat endpoint.',
      });
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Status that some gateways put into the body of a 200: `{"error": {"code": 429, …}}`. */
function statusWithin(text: string): number | null {
  if (!text.includes('"error"')) return null;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof body !== 'object' || body === null || 'choices' in body || !('error' in body)) return null;
  const code = Number((body.error as { code?: unknown } | null)?.code);
  return Number.isInteger(code) && code >= 400 && code <= 599 ? code : 500;
}

function refusal(text: string): Response {
  const message = { role: 'assistant', content: null, refusal: text === '' ? 'refused' : text };
  return Response.json({ choices: [{ message, finish_reason: 'content_filter' }] });
}

/** Name of the network failure; the texts around it may hold addresses, never keys. */
function networkReason(error: unknown): string {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    current = current.cause;
  }
  return error instanceof Error ? error.message : 'the connection failed';
}

/** The start of a text without the key; nothing of it where the key is too short to be told from other text. */
function redact(text: string, apiKey: string | undefined): string {
  if (apiKey === undefined) return text.slice(0, EXCERPT_LENGTH);
  if (apiKey.length < 6) return '';
  return text.replaceAll(apiKey, '[key]').slice(0, EXCERPT_LENGTH);
}
