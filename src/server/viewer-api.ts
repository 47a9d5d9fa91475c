import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { describeIssue } from '../domain/text/describe-issue.js';
import { addHealthRoutes, isHealthPath, METRICS_PATH, type ServerHealth } from '../http/health-routes.js';
import { observeRequests } from '../http/observe-requests.js';
import { requestGuard } from '../http/request-guard.js';
import { WrongTokens } from '../http/wrong-tokens.js';
import { errorAnswer, failure } from './error-answer.js';
import { pagePolicy } from './page-policy.js';
import { addPageRoutes } from './page-routes.js';
import { addAboutRoutes } from './routes/about-routes.js';
import { addAnimationRoute } from './routes/animation-route.js';
import { addControlRoutes } from './routes/control-routes.js';
import { addEventRoutes } from './routes/event-routes.js';
import { addForkRoutes } from './routes/fork-routes.js';
import { addLabelRoutes } from './routes/label-routes.js';
import { addLiveRoutes } from './routes/live-routes.js';
import { addNoteRoutes } from './routes/note-routes.js';
import { addRunRoutes } from './routes/run-routes.js';
import { addScreenRoutes } from './routes/screen-routes.js';
import { addSessionRoute } from './routes/session-route.js';
import { addWorldRoutes } from './routes/world-routes.js';
import { viewerSession } from './viewer-session.js';
import type { ViewerServices } from './viewer-services.js';

/** Whom the viewer answers, and with which page. */
export interface ViewerApiOptions {
  /** Asked of every request for data; null on loopback. */
  readonly token: string | null;
  /** Names that requests may be addressed to. */
  readonly hosts: { has(host: string): boolean };
  /** Folder of the built application. */
  readonly page: string;
  /** What it says of itself to those who keep it running; nothing unless given. */
  readonly health?: ServerHealth;
  /** Counts wrong tokens; a test brings its own clock. */
  readonly wrong?: WrongTokens;
}

/** Bytes of a request that are read. */
const LONGEST_BODY = 256 * 1024;

/**
 * The API of the viewer, and its page. JSON in and out, pictures and events beside; errors are `{error, code, hint}`: 400 for
 * what does not fit, 401 and 403 for who may not ask, 404 for what is not there, 405 for what cannot be done with it. It holds
 * no decision: every route checks the request and makes one call. Without `control` no route writes.
 */
export function viewerApi(services: ViewerServices, options: ViewerApiOptions): OpenAPIHono {
  const { token, hosts, page, health, wrong = new WrongTokens() } = options;
  const session = token === null ? null : viewerSession(token);
  const app = new OpenAPIHono({ defaultHook });
  app.use(observeRequests(health?.metrics ?? null));
  app.use(pagePolicy());
  app.use(
    requestGuard({
      token,
      hosts,
      wrong,
      ...(session === null ? {} : { cookie: session }),
      isOpen: (path) =>
        isHealthPath(path) || (!path.startsWith('/api/') && path !== '/api' && path !== METRICS_PATH),
    }),
  );
  app.use(
    bodyLimit({
      maxSize: LONGEST_BODY,
      onError: (context) => failure(context, 413, `the body has more than ${LONGEST_BODY} bytes`),
    }),
  );
  if (health !== undefined) addHealthRoutes(app, health);
  addSessionRoute(app, session);
  addRunRoutes(app, services);
  addScreenRoutes(app, services);
  addWorldRoutes(app, services);
  addLiveRoutes(app, services);
  addAnimationRoute(app, services);
  addLabelRoutes(app, services);
  addEventRoutes(app, services);
  addForkRoutes(app, services);
  if (services.control !== null) {
    addNoteRoutes(app, services);
    addControlRoutes(app, services.control);
  }
  addAboutRoutes(app, services);
  addPageRoutes(app, page);
  const methods = methodsOf(app);
  app.notFound((context) => notFound(context, methods));
  app.onError(errorAnswer);
  return app;
}

/** Says what of a request does not fit. */
const defaultHook: OpenAPIHono['defaultHook'] = (result, context) => {
  if (result.success) return undefined;
  const [issue] = result.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'the request' : issue.path.join('.');
  const words = issue === undefined ? 'does not fit' : describeIssue(issue).replace(/^it /, '');
  return failure(context, 400, `${place}: ${words}`, { hint: 'GET /api/openapi.json says what fits.' });
};

/** Paths of routes with what can be done with them. */
function methodsOf(app: OpenAPIHono): readonly { readonly path: RegExp; readonly method: string }[] {
  return app.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route') return [];
    const { path, method } = definition.route;
    const pattern = path.replaceAll('.', String.raw`\.`).replaceAll(/\{[^}]+\}/g, '[^/]+');
    return [{ path: new RegExp(`^${pattern}$`), method: method.toUpperCase() }];
  });
}

function notFound(context: Context, methods: ReturnType<typeof methodsOf>): Response {
  const { path, method } = context.req;
  const allowed = methods.filter((route) => route.path.test(path)).map((route) => route.method);
  if (allowed.length === 0) {
    return failure(context, 404, `there is nothing at ${path}`, {
      hint: 'GET /api/openapi.json says what there is.',
    });
  }
  context.header('allow', allowed.join(', '));
  return failure(context, 405, `${method} cannot be done with ${path}`, {
    hint: `It takes ${allowed.join(', ')}.`,
  });
}
