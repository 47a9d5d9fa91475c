import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { AuditLog } from '../../app/access/audit-log.js';
import type { ServerMetrics } from '../../http/metrics/server-metrics.js';
import { closeApi, limitBodies, newApi } from '../api-frame.js';
import { failure } from '../error-answer.js';
import { addAboutRoutes } from '../routes/about-routes.js';
import { addAuditRoute } from '../routes/audit-route.js';
import { addSessionRoutes } from '../routes/session-routes.js';
import { addViewerRoutes } from '../routes/viewer-routes.js';
import type { ViewerServices } from '../viewer-services.js';
import type { ViewerSession } from '../viewer-session.js';
import { callerOf } from './caller.js';
import { roleGuard, writeRefused } from './role-guard.js';

export interface SharedApiOptions {
  readonly audit: Pick<AuditLog, 'write' | 'last'>;
  /** The cookie of whoever asks. */
  readonly sessionOf: (context: Context) => ViewerSession;
  /** Where requests are counted. */
  readonly metrics: ServerMetrics | null;
}

/**
 * What the people of one team are answered, each as far as their role goes. It knows of no other folder than the team's. Who
 * asks was found out before, and is given along with the request (`Caller`).
 */
export function teamApi(
  services: ViewerServices,
  { audit, sessionOf, metrics }: SharedApiOptions,
): OpenAPIHono {
  const app = newApi(metrics);
  app.use(roleGuard(app, audit));
  limitBodies(app);
  addSessionRoutes(app, sessionOf);
  addViewerRoutes(app, services);
  addAuditRoute(app, audit);
  addAboutRoutes(app, { services, asksToken: true });
  closeApi(app);
  return app;
}

/** What an operator is answered: nothing of any run. */
export function operatorApi({ audit, sessionOf, metrics }: SharedApiOptions): OpenAPIHono {
  const app = newApi(metrics);
  app.use(roleGuard(app, audit));
  addSessionRoutes(app, sessionOf);
  addAuditRoute(app, audit);
  addAboutRoutes(app, { services: null, asksToken: true });
  app.all('/api/*', async (context) => {
    const caller = callerOf(context);
    if (caller !== null) {
      const { name: user, role, team } = caller.user;
      // Which of the routes it would be is a team's to know.
      const asked = { user, role, team, address: caller.address, operation: 'routes of teams', run: null };
      await writeRefused(audit, asked);
    }
    return failure(context, 403, 'an operator sees no runs; viewer, labeller, runner may', {
      code: 'FORBIDDEN',
      hint: 'An operator reads /api/audit and /metrics.',
    });
  });
  closeApi(app);
  return app;
}
