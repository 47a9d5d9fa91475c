import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { addHealthRoutes, type HealthRoutesOptions, type Readiness } from './health-routes.js';
import { ServerMetrics } from './metrics/server-metrics.js';
import { observeRequests } from './observe-requests.js';

/** A server with one route of its own. */
async function served(
  isReady: () => Promise<Readiness> = async () => true,
  options: HealthRoutesOptions = {},
) {
  const metrics = await ServerMetrics.open();
  const app = new Hono().use(observeRequests(metrics));
  addHealthRoutes(app, { isReady, metrics }, options);
  app.get('/runs/:run', (context) => context.json({}, context.req.param('run') === 'gone' ? 404 : 200));
  const textOf = async (path: string): Promise<string> => {
    const response = await app.request(path);
    return `${response.status} ${await response.text()}`;
  };
  return { metrics, textOf, metricLines: async () => (await textOf('/metrics')).split('\n') };
}

describe('health', () => {
  it('is one word, and readiness is asked for each time', async () => {
    let isReady = true;
    const { textOf } = await served(async () => isReady);
    expect(await textOf('/health/live')).toBe('200 live');
    expect(await textOf('/health/ready')).toBe('200 ready');
    isReady = false;
    expect(await textOf('/health/ready')).toBe('503 unready');
    expect(await textOf('/health/live')).toBe('200 live');
  });

  it('is there where some of it is, and says what is not to those who may know', async () => {
    const degraded = async (): Promise<Readiness> => ({ degraded: ['one: gone', 'two: gone'] });
    expect(await (await served(degraded)).textOf('/health/ready')).toBe('200 degraded');
    const known = await served(degraded, { mayKnow: async () => true });
    expect(await known.textOf('/health/ready')).toBe('200 degraded\none: gone\ntwo: gone');
    expect(await known.textOf('/health/live')).toBe('200 live');
  });

  it('is not there where what it is asked of fails', async () => {
    const { textOf } = await served(() => Promise.reject(new Error('no folder')));
    expect(await textOf('/health/ready')).toBe('503 unready');
  });
});

describe('metrics', () => {
  it('count requests by route and status, however many addresses there are', async () => {
    const { textOf, metricLines } = await served();
    for (const path of ['/runs/a', '/runs/b', '/runs/gone', '/nothing/1', '/nothing/2', '/health/live']) {
      await textOf(path);
    }
    const counts = (await metricLines()).filter((line) => /request_duration_seconds_count/.test(line));
    expect(counts.toSorted()).toEqual([
      'touchstone_http_request_duration_seconds_count{operation="GET /runs/:run",status="200"} 2',
      'touchstone_http_request_duration_seconds_count{operation="GET /runs/:run",status="404"} 1',
      'touchstone_http_request_duration_seconds_count{operation="other",status="404"} 2',
    ]);
  });

  it('are read when they are asked for; what cannot be read is left out, and no other with it', async () => {
    const { metrics, metricLines } = await served();
    let depth: number | null = 3;
    metrics.gauge({ name: 'test_depth', help: 'x' }, () => depth);
    metrics.gauge({ name: 'test_broken', help: 'x' }, () => Promise.reject(new Error('gone')));
    metrics.gauges(
      { name: 'test_runs', help: 'x' },
      { label: 'state', values: ['open', 'over'] },
      async () => new Map([['open' as const, 2]]),
    );
    metrics.counters({ name: 'test_items_total', help: 'x' }, { label: 'end', values: ['done'] }, () => ({
      done: 7,
    }));
    const own = async (): Promise<readonly string[]> =>
      (await metricLines()).filter((line) => line.startsWith('test_'));
    const rest = ['test_runs{state="open"} 2', 'test_runs{state="over"} 0', 'test_items_total{end="done"} 7'];
    expect(await own()).toEqual(['test_depth 3', ...rest]);
    // Read once more, not added up.
    expect(await own()).toEqual(['test_depth 3', ...rest]);
    depth = null;
    expect(await own()).toEqual(rest);
    expect((await metricLines()).some((line) => line.startsWith('process_cpu_seconds_total '))).toBe(true);
  });
});
