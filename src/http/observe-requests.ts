import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { inSpan } from '../tracing/in-span.js';
import { isHealthPath, METRICS_PATH } from './health-routes.js';
import type { ServerMetrics } from './metrics/server-metrics.js';

/** What is counted of requests that no route of its own has answered: pages, refusals, paths that there are not. */
const OTHER = 'other';

/**
 * Counts requests with the time until their answer, and traces them, by the route that answered: `GET /api/runs/:run`, which
 * are as many as there are routes. Those who watch the server are left out.
 */
export function observeRequests(metrics: ServerMetrics | null): MiddlewareHandler {
  return async (context, next) => {
    const { path, method } = context.req;
    if (isHealthPath(path) || path === METRICS_PATH) return await next();
    const startedAt = performance.now();
    const attributes = { 'http.request.method': method, 'url.path': path };
    return await inSpan(
      method,
      { of: 'request', attributes, headers: context.req.header() },
      async (span) => {
        await next();
        const { status } = context.res;
        const operation = operationOf(context);
        metrics?.observeRequest(operation, status, performance.now() - startedAt);
        if (operation !== OTHER) span.updateName(operation);
        span.setAttributes({
          'http.response.status_code': status,
          ...(operation === OTHER ? {} : { 'http.route': routePath(context) }),
        });
      },
    );
  };
}

function operationOf(context: Context): string {
  const route = routePath(context);
  return route === '' || route.endsWith('*') ? OTHER : `${context.req.method} ${route}`;
}
