import type { OpenAPIHono } from '@hono/zod-openapi';
import { addHealthRoutes, type ServerHealth } from '../http/health-routes.js';
import { requestGuard } from '../http/request-guard.js';
import { WrongTokens } from '../http/wrong-tokens.js';
import { closeApi, limitBodies, newApi } from './api-frame.js';
import { isOpenPath } from './open-path.js';
import { addPageRoutes } from './page-routes.js';
import { addAboutRoutes } from './routes/about-routes.js';
import { addSessionRoutes } from './routes/session-routes.js';
import { addViewerRoutes } from './routes/viewer-routes.js';
import { viewerSession } from './viewer-session.js';
import type { ViewerServices } from './viewer-services.js';
import type { ServedHosts } from '../http/served-hosts.js';

/** Whom the viewer answers, and with which page. */
export interface ViewerApiOptions {
  /** Asked of every request for data; null on loopback. */
  readonly token: string | null;
  /** Names that requests may be addressed to. */
  readonly hosts: ServedHosts;
  /** Folder of the built application. */
  readonly page: string;
  /** What it says of itself to those who keep it running; nothing unless given. */
  readonly health?: ServerHealth;
  /** Counts wrong tokens; a test brings its own clock. */
  readonly wrong?: WrongTokens;
}

/**
 * The API of the viewer for one person, and its page. JSON in and out, pictures and events beside; errors are
 * `{error, code, hint}`: 400 for what does not fit, 401 and 403 for who may not ask, 404 for what is not there, 405 for what
 * cannot be done with it. It holds no decision: every route checks the request and makes one call. Without `control` no route
 * writes.
 */
export function viewerApi(services: ViewerServices, options: ViewerApiOptions): OpenAPIHono {
  const { token, hosts, page, health, wrong = new WrongTokens() } = options;
  const session = token === null ? null : viewerSession(token);
  const app = newApi(health?.metrics);
  app.use(
    requestGuard({
      token,
      hosts,
      wrong,
      ...(session === null ? {} : { cookie: session }),
      isOpen: isOpenPath,
    }),
  );
  if (health !== undefined) addHealthRoutes(app, health);
  limitBodies(app);
  addSessionRoutes(app, () => session);
  addViewerRoutes(app, services);
  addAboutRoutes(app, { services, asksToken: token !== null });
  addPageRoutes(app, page);
  closeApi(app);
  return app;
}
