import {
  ModelAccessError,
  ModelNotFoundError,
  ModelOutageError,
  ModelRateLimitError,
  ModelRequestRejectedError,
} from '../../model-errors.js';
import type { TouchstoneError } from '../../../errors.js';
import { parseRetryAfter } from './retry-after.js';

/** A response that is not a success, already read and cleared of secrets. */
export interface FailedResponse {
  /** Names the endpoint in messages. */
  readonly endpoint: string;
  readonly status: number;
  readonly headers: Headers;
  /** Text of the body, cut and redacted. */
  readonly body: string;
  /** The whole body, for the wait it may ask for. */
  readonly retryInfo?: string;
  /** What may be wrong where there is no such address (404). */
  readonly notFoundHint?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const QUOTA = /insufficient_quota|billing_hard_limit|arrearage|insufficient balance/i;
const CONTENT_POLICY = /content_filter|content_policy_violation|data_inspection_failed|ResponsibleAIPolicy/i;

/** What stands before the server, or the server while it loads, answers in its place. */
const NOT_SERVING: readonly number[] = [502, 503, 504];

/** Whether the endpoint refuses to have the model answer this content: the model's refusal, not a fault of the request. */
export function isRefusalResponse({ status, body }: Pick<FailedResponse, 'status' | 'body'>): boolean {
  return (status === 400 || status === 403 || status === 422) && CONTENT_POLICY.test(body);
}

/** Whose fault a failed response is, and whether asking again may help. Source: RFC 9110 section 15, vendors' error pages. */
export function classifyResponse(response: FailedResponse): TouchstoneError {
  const { endpoint, status, headers, body, now } = response;
  const said = body === '' ? '' : `: ${body}`;
  const message = `${endpoint} answered ${status}${said}`;
  if (status === 402 || (status === 429 && QUOTA.test(body))) {
    return new ModelAccessError(message, {
      hint: 'The account has no means left: raise its quota, then `touchstone resume RUN`.',
    });
  }
  if (status === 401 || status === 403) {
    return new ModelAccessError(message, {
      hint: 'Check the key in the environment variable that the model settings name, and what it may use.',
    });
  }
  if (status === 404) {
    return new ModelNotFoundError(message, {
      hint: response.notFoundHint ?? 'Check the model id and the base URL; it usually ends in /v1.',
    });
  }
  const retryAfterMs = parseRetryAfter(headers, now, response.retryInfo);
  if (status === 429) {
    return new ModelRateLimitError(message, {
      retryAfterMs,
      hint: 'Lower the concurrency if this goes on.',
    });
  }
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return new ModelOutageError(message, {
      retryAfterMs,
      isOverload: status === 529 || status === 503,
      status,
      isDown: NOT_SERVING.includes(status),
      hint: 'Check that the server is up, then `touchstone resume RUN --retry-voided`.',
    });
  }
  if (status >= 400) {
    return new ModelRequestRejectedError(message, {
      hint: 'Check what the endpoint says: context length, picture size, a parameter it does not know.',
    });
  }
  return new ModelOutageError(message, { hint: 'Check that the base URL is that of a chat endpoint.' });
}
