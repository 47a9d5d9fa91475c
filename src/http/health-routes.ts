import type { Context, Hono } from 'hono';
import type { ServerMetrics } from './metrics/server-metrics.js';

/** Where a server says that it runs, and that it can do its work; open to everybody, who is told one word each. */
export const LIVE_PATH = '/health/live';
export const READY_PATH = '/health/ready';
/** Where it gives numbers of itself, to those who show its token. */
export const METRICS_PATH = '/metrics';

/** Milliseconds until something that does not answer counts as not there. */
const READY_MS = 2_000;

/** What a server says of itself to those who keep it running. */
export interface ServerHealth {
  /** Whether it has what it answers from; a throw counts as no. */
  readonly isReady: () => Promise<Readiness>;
  readonly metrics: ServerMetrics;
}

/** Whether a server can do its work: all of it or nothing, or what it cannot do while the rest goes on, a line each. */
export type Readiness = boolean | { readonly degraded: readonly string[] };

/** Whether a path is answered without a token: it says nothing but one word. */
export function isHealthPath(path: string): boolean {
  return path === LIVE_PATH || path === READY_PATH;
}

export interface HealthRoutesOptions {
  /** Whether who asks may read what of it is degraded, behind the word; nobody may unless given. */
  readonly mayKnow?: (context: Context) => Promise<boolean>;
}

/** Adds health and metrics. Readiness is asked for at each request; 503 where there is none. */
export function addHealthRoutes(
  app: Pick<Hono, 'get'>,
  { isReady, metrics }: ServerHealth,
  { mayKnow = async () => false }: HealthRoutesOptions = {},
): void {
  app.get(LIVE_PATH, (context) => context.text('live', 200, { 'cache-control': 'no-store' }));
  app.get(READY_PATH, async (context) => {
    const ready = await inTime(isReady);
    const headers = { 'cache-control': 'no-store' };
    if (typeof ready === 'boolean')
      return context.text(ready ? 'ready' : 'unready', ready ? 200 : 503, headers);
    // Others go on: whoever sends requests here is not to stop.
    const lines = (await mayKnow(context)) ? ready.degraded : [];
    return context.text(['degraded', ...lines].join('\n'), 200, headers);
  });
  app.get(METRICS_PATH, async (context) => {
    const { contentType, text } = await metrics.exposition();
    return context.body(text, 200, { 'content-type': contentType, 'cache-control': 'no-store' });
  });
}

async function inTime(isReady: () => Promise<Readiness>): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), READY_MS);
    timer.unref();
  });
  const asked = isReady().catch(() => false);
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
