import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { TouchstoneError } from '../../errors.js';
import type { Model, ModelAnswer, ModelCallOptions, ModelRequest } from '../model.js';
import { ModelOutageError, ModelRateLimitError } from '../model-errors.js';
import { findPrice, NO_PRICES, type PriceTable } from '../prices/price-table.js';
import type { Price } from '../prices/price.js';
import type { CallRetries, ModelProfile, Timeouts } from '../profile.js';
import { toAnswer } from '../providers/bare-model.js';
import type { EndpointModel, RawAnswer } from '../providers/endpoint-model.js';
import { httpTransport } from '../providers/transport/http-transport.js';
import type { Transport } from '../providers/transport/transport.js';
import { CALL_RETRIES, nextDelay } from './call-policy.js';
import type { EndpointLimit, EndpointLimits, LoadOutcome } from './endpoint-limit.js';
import { LocalEndpointLimit } from './local-endpoint-limit.js';
import { recordTraffic, replayTraffic, requireRecordable } from './recording.js';
import { requestKey, sampleKey } from './request-key.js';
import { ResponseCache } from './response-cache.js';
import { traceCall } from './trace-call.js';

export interface GatewayOptions {
  /** Folder of answers that are used again for the very sample they were drawn for; none unless given. */
  readonly cacheDirectory?: string | null;
  /** File that every exchange with an endpoint is added to. */
  readonly recordFile?: string | null;
  /** File whose exchanges answer in place of the endpoints. */
  readonly replayFile?: string | null;
  readonly prices?: PriceTable;
  /** Milliseconds since the epoch, for moments that are written down. */
  readonly clock?: () => number;
  /** Milliseconds that never go back nor jump, for durations and budgets; `performance.now` unless given. */
  readonly monotonic?: () => number;
  /** In 0-1; spreads retries. */
  readonly random?: () => number;
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Carries requests in place of Node's HTTP client. */
  readonly transport?: Transport;
  /** Limits that others keep to as well; those of this process alone unless given. */
  readonly limits?: EndpointLimits | undefined;
}

/** Requests at a time where the profile names no number. */
const DEFAULT_CONCURRENCY = 256;
/** Attempts of a call begin within this many times its longest duration. */
const CALL_BUDGET = 2;
const TOTAL_MS = 300_000;

/**
 * The only door to endpoints: all models of a command share it, and with it the limits of endpoints, the cache, the
 * recording and the prices.
 */
export class Gateway {
  readonly isReplay: boolean;
  readonly #options: GatewayOptions;
  readonly #cache: ResponseCache | null;
  readonly #replay: Transport | null;
  readonly #limits = new Map<string, EndpointLimit>();
  readonly #transports = new Map<string, Transport>();
  /** Unnamed samples so far, by request. */
  readonly #unnamed = new Map<string, number>();

  /** @throws {UserError} when the recording to replay cannot be read, or cache or recording cannot be written */
  constructor(options: GatewayOptions = {}) {
    const { cacheDirectory, recordFile, replayFile } = options;
    this.#options = options;
    this.#cache = typeof cacheDirectory === 'string' ? new ResponseCache(cacheDirectory) : null;
    this.#replay = typeof replayFile === 'string' ? replayTraffic(replayFile) : null;
    if (typeof recordFile === 'string') requireRecordable(recordFile);
    this.isReplay = this.#replay !== null;
  }

  get clock(): () => number {
    return this.#options.clock ?? Date.now;
  }

  /** Runs evenly when the machine's clock is set. */
  get #monotonic(): () => number {
    return this.#options.monotonic ?? (() => performance.now());
  }

  /** Carries the requests of models with these timeouts. */
  transport(timeouts: Timeouts = {}): Transport {
    const name = JSON.stringify(timeouts);
    let transport = this.#transports.get(name);
    if (transport === undefined) {
      transport = this.#replay ?? this.#options.transport ?? httpTransport(timeouts);
      const { recordFile } = this.#options;
      if (typeof recordFile === 'string')
        transport = recordTraffic(transport, recordFile, { clock: this.clock, monotonic: this.#monotonic });
      this.#transports.set(name, transport);
    }
    return transport;
  }

  /** The limit that all models of an endpoint and key share; the lowest maximum that any of them names. */
  limitOf(account: string, concurrency: number | undefined): EndpointLimit {
    let limit = this.#limits.get(account);
    if (limit === undefined) {
      const max = concurrency ?? DEFAULT_CONCURRENCY;
      // What is replayed reaches no endpoint.
      const shared = this.isReplay ? undefined : this.#options.limits;
      limit = shared?.(account, max) ?? new LocalEndpointLimit({ max });
      this.#limits.set(account, limit);
    } else if (concurrency !== undefined) {
      limit.lower(concurrency);
    }
    return limit;
  }

  /** The model behind cache, limit and retries, priced. */
  wrap(model: EndpointModel, profile: ModelProfile): Model {
    const limit = this.limitOf(model.account, profile.concurrency);
    const generate: Model['generate'] = async (request, options) => {
      const cache = this.#cache;
      if (cache === null) return await this.#ask(model, profile, limit, request, options);
      const base = requestKey(model.identity, request);
      const sample = options.sample ?? this.#nextUnnamed(base);
      const key = sampleKey(base, sample);
      const startedAt = this.#monotonic();
      const kept = await cache.read(key);
      options.signal.throwIfAborted();
      if (kept !== null) {
        const latencyMs = this.#monotonic() - startedAt;
        return { ...toAnswer(kept, { price: null, latencyMs }), fromCache: true, costUsd: 0 };
      }
      let raw: RawAnswer | undefined;
      const answer = await this.#ask(model, profile, limit, request, options, (drawn) => (raw = drawn));
      if (raw !== undefined && raw.finishReason !== 'other') {
        const at = new Date(this.clock()).toISOString();
        await cache.write(key, { sample, endpoint: model.endpoint, at, answer: raw });
      }
      return answer;
    };
    return {
      identity: model.identity,
      generate: (request, options) =>
        traceCall(model, profile, options, (traced) => generate(request, traced)),
    };
  }

  #nextUnnamed(base: string): string {
    const count = this.#unnamed.get(base) ?? 0;
    this.#unnamed.set(base, count + 1);
    return `unnamed ${count}`;
  }

  async #ask(
    model: EndpointModel,
    profile: ModelProfile,
    limit: EndpointLimit,
    request: ModelRequest,
    options: ModelCallOptions,
    onAnswer?: (raw: RawAnswer) => void,
  ): Promise<ModelAnswer> {
    const { signal, sample, onRetry, onWait } = options;
    const { endpoint } = model;
    // Many calls may share a signal; each listens only while it waits.
    setMaxListeners(0, signal);
    const policy: Required<CallRetries> = { ...CALL_RETRIES, ...profile.retries };
    const budgetMs = CALL_BUDGET * (profile.timeouts?.totalMs ?? TOTAL_MS);
    const begunAt = this.#monotonic();
    for (let attempt = 1; ; attempt += 1) {
      const { pausedForMs } = limit;
      if (pausedForMs > 0) onWait?.({ endpoint, delayMs: pausedForMs, reason: null });
      const ticket = await limit.acquire(signal);
      const startedAt = this.#monotonic();
      let failure: unknown;
      let outcome: LoadOutcome = 'failed';
      let pauseMs: number | null = null;
      try {
        const raw = await model.ask(request, { signal, sample, attempt });
        outcome = 'served';
        pauseMs = raw.exhaustedMs === null ? null : Math.min(raw.exhaustedMs, policy.maxDelayMs);
        onAnswer?.(raw);
        return toAnswer(raw, {
          price: this.#priceOf(model, profile),
          latencyMs: this.#monotonic() - startedAt,
        });
      } catch (error) {
        failure = error;
        outcome = loadOf(error);
        pauseMs = pauseAfter(error, policy);
      } finally {
        limit.release(ticket, outcome, this.isReplay ? null : pauseMs);
      }
      signal.throwIfAborted();
      const delayMs = nextDelay(policy, attempt, failure, (this.#options.random ?? Math.random)());
      if (!(failure instanceof TouchstoneError)) throw failure;
      failure.attempts = attempt;
      if (delayMs === null || this.#monotonic() - begunAt + delayMs > budgetMs) throw failure;
      onRetry?.({ code: failure.code, message: failure.message, delayMs });
      if (this.isReplay) continue;
      onWait?.({ endpoint, delayMs, reason: failure.message });
      await this.#sleep(delayMs, signal);
    }
  }

  #priceOf({ endpoint }: EndpointModel, profile: ModelProfile): Price | null {
    if (profile.price !== undefined) return profile.price;
    const { provider, model } = profile;
    const { hostname: host } = new URL(endpoint);
    return findPrice(this.#options.prices ?? NO_PRICES, { provider, host, model, at: this.clock() });
  }

  async #sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#options.sleep !== undefined) await this.#options.sleep(milliseconds, signal);
    else await sleep(milliseconds, undefined, { signal });
  }
}

function loadOf(error: unknown): LoadOutcome {
  if (error instanceof ModelRateLimitError) return 'overloaded';
  return error instanceof ModelOutageError && error.isOverload ? 'overloaded' : 'failed';
}

/** What the endpoint asked everyone to wait; waits too long to be kept stop nobody else. */
function pauseAfter(error: unknown, policy: Required<CallRetries>): number | null {
  if (!(error instanceof ModelRateLimitError)) return null;
  const { retryAfterMs } = error;
  return retryAfterMs === null || retryAfterMs > policy.maxDelayMs ? null : retryAfterMs;
}
