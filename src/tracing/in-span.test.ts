import { AsyncLocalStorage } from 'node:async_hooks';
import {
  context,
  ROOT_CONTEXT,
  trace,
  type Attributes,
  type Context,
  type ContextManager,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startRun } from '../engine/run.js';
import { observeRequests } from '../http/observe-requests.js';
import { traceCall } from '../models/gateway/trace-call.js';
import type { ModelAnswer, ModelCallOptions } from '../models/model.js';
import { UserError } from '../errors.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { buildRun, temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { inSpan } from './in-span.js';

/** A span that has ended. */
interface Ended {
  readonly name: string;
  readonly parent: string | null;
  readonly attributes: Attributes;
  readonly events: readonly string[];
  readonly isError: boolean;
}

/** As small an SDK as there can be: it keeps what has ended. */
function memorySdk(): { readonly ended: Ended[]; readonly tracer: Tracer; readonly manager: ContextManager } {
  const ended: Ended[] = [];
  const names = new WeakMap<Span, string>();
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (given, work, self, ...rest) => storage.run(given, () => work.apply(self, rest)),
    bind: (_, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  const startSpan: Tracer['startSpan'] = (name, options, within = manager.active()) => {
    const parent = trace.getSpan(within);
    let current = name;
    let isError = false;
    const attributes: Attributes = { ...options?.attributes };
    const events: string[] = [];
    const span = {
      setAttribute: (key: string, value: string) => {
        attributes[key] = value;
        return span;
      },
      setAttributes: (more: Attributes) => {
        Object.assign(attributes, more);
        return span;
      },
      addEvent: (event: string) => {
        events.push(event);
        return span;
      },
      setStatus: () => {
        isError = true;
        return span;
      },
      updateName: (to: string) => {
        current = to;
        return span;
      },
      end: () => {
        const above = parent === undefined ? null : (names.get(parent) ?? null);
        ended.push({ name: current, parent: above, attributes, events, isError });
      },
      // What our own code does not call is left out.
    } as unknown as Span;
    names.set(span, name);
    return span;
  };
  const tracer = {
    startSpan,
    startActiveSpan: <T>(name: string, options: object, within: Context, work: (span: Span) => T): T => {
      const span = startSpan(name, options, within);
      return manager.with(trace.setSpan(within, span), () => work(span));
    },
  } as unknown as Tracer;
  return { ended, tracer, manager };
}

let sdk: ReturnType<typeof memorySdk>;
beforeEach(() => {
  sdk = memorySdk();
  trace.setGlobalTracerProvider({ getTracer: () => sdk.tracer });
  context.setGlobalContextManager(sdk.manager);
});
afterEach(() => {
  trace.disable();
  context.disable();
});

const ANSWER: ModelAnswer = {
  text: 'what the model said',
  finishReason: 'stop',
  model: 'vl-2',
  usage: { inputTokens: 12, outputTokens: 3 },
  latencyMs: 1,
  fromCache: false,
  costUsd: null,
};
const ENDPOINT = { endpoint: 'https://models.example/v1' };
const PROFILE = { provider: 'openai-compatible', model: 'vl' } as const;
const call = (ask: (options: ModelCallOptions) => Promise<ModelAnswer>) =>
  traceCall(ENDPOINT, PROFILE, { signal: new AbortController().signal }, ask);

describe('spans', () => {
  it('are of episodes, with what happens in them below', async () => {
    await using folder = await temporaryFolder();
    const onStep = (): void => trace.getTracer('test').startSpan('within').end();
    await startRun(buildRun(folder.path, { benchmark: fakeBenchmark({ items: 1, onStep }) }));
    expect(sdk.ended.find(({ name }) => name === 'within')).toMatchObject({ parent: 'episode' });
    expect(sdk.ended.at(-1)).toMatchObject({
      name: 'episode',
      parent: null,
      isError: false,
      attributes: { 'touchstone.item': 'walk-0', 'touchstone.repeat': 0, 'touchstone.end': 'agent_stop' },
    });
  });

  it('are of model calls, with tokens and retries and without texts', async () => {
    await inSpan('above', { of: 'work', attributes: {} }, () =>
      call(async ({ onRetry }) => {
        onRetry?.({ code: 'MODEL_OUTAGE', message: 'gone', delayMs: 5 });
        return ANSWER;
      }),
    );
    const [span] = sdk.ended;
    expect(span).toMatchObject({
      name: 'chat vl',
      parent: 'above',
      events: ['retry'],
      attributes: {
        'gen_ai.request.model': 'vl',
        'gen_ai.response.model': 'vl-2',
        'gen_ai.usage.input_tokens': 12,
        'server.address': 'models.example',
      },
    });
    expect(JSON.stringify(span)).not.toContain('said');
    expect(Object.keys(span?.attributes ?? {})).not.toContain('touchstone.cost_usd');
  });

  it('note errors by their codes, and throw them on', async () => {
    const failing = call(() => Promise.reject(new UserError('no such model')));
    await expect(failing).rejects.toThrow('no such model');
    expect(sdk.ended).toMatchObject([{ isError: true, attributes: { 'error.type': 'USER' } }]);
  });

  it('are of requests, named by their route and not by their address', async () => {
    const app = new Hono().use(observeRequests(null)).get('/api/runs/:run', ({ text }) => text('it'));
    await app.request('/api/runs/nightly?token=secret');
    await app.request('/health/live');
    expect(sdk.ended).toMatchObject([
      {
        name: 'GET /api/runs/:run',
        attributes: { 'http.route': '/api/runs/:run', 'http.response.status_code': 200 },
      },
    ]);
    expect(JSON.stringify(sdk.ended)).not.toContain('secret');
  });
});

describe('work without an SDK', () => {
  it('is done all the same', async () => {
    trace.disable();
    context.disable();
    await expect(inSpan('x', { of: 'work', attributes: {} }, async () => 5)).resolves.toBe(5);
    expect(sdk.ended).toEqual([]);
  });
});
