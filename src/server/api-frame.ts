import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { describeIssue } from '../domain/text/describe-issue.js';
import { errorAnswer, failure } from './error-answer.js';
import { pagePolicy } from './page-policy.js';

/** Bytes of a request that are read. */
const LONGEST_BODY = 256 * 1024;

/** An API that says what of a request does not fit, without routes. */
export function newApi(): OpenAPIHono {
  return new OpenAPIHono({ defaultHook }).use(pagePolicy()) as OpenAPIHono;
}

/** Reads no body that is too long. */
export function limitBodies(app: OpenAPIHono): void {
  app.use(
    bodyLimit({
      maxSize: LONGEST_BODY,
      onError: (context) => failure(context, 413, `the body has more than ${LONGEST_BODY} bytes`),
    }),
  );
}

/** Answers what there is not, what cannot be done, and what goes wrong, once all routes are added. */
export function closeApi(app: OpenAPIHono): void {
  const methods = methodsOf(app);
  app.notFound((context) => notFound(context, methods));
  app.onError(errorAnswer);
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
