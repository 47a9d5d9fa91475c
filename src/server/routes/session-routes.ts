import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { isOverTls } from '../../http/origin-guard.js';
import { takes } from '../access/route-right.js';
import { answersOf } from '../answers.js';
import type { ViewerSession } from '../viewer-session.js';

/** Where a page brings the token that it was opened with. */
const SESSION_PATH = '/api/session';

const SESSION = createRoute({
  method: 'post',
  path: SESSION_PATH,
  operationId: 'openSession',
  summary: 'Takes the token (`Authorization: Bearer`) once, for a cookie that stands for it.',
  ...takes('enter'),
  responses: answersOf({ 204: { description: 'The cookie is set, where a token is asked for at all.' } }),
});

const SESSION_END = createRoute({
  method: 'delete',
  path: SESSION_PATH,
  operationId: 'closeSession',
  summary: 'Takes the cookie back from the browser that asks.',
  ...takes('enter'),
  responses: answersOf({ 204: { description: 'The browser has forgotten the cookie.' } }),
});

/**
 * Adds the exchange of the token for a cookie, and its end; who gets here has shown one of them.
 *
 * @param sessionOf null where no token is asked for
 */
export function addSessionRoutes(
  app: OpenAPIHono,
  sessionOf: (context: Context) => ViewerSession | null,
): void {
  app.openapi(SESSION, (context) => {
    const session = sessionOf(context);
    if (session !== null) {
      const { name, value, maxAgeSeconds } = session;
      setCookie(context, name, value, {
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
        secure: isOverTls(context),
        ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
      });
    }
    return context.body(null, 204);
  });
  app.openapi(SESSION_END, (context) => {
    const session = sessionOf(context);
    // Browsers forget a cookie that comes with the attributes it was set with.
    if (session !== null) deleteCookie(context, session.name, { path: '/', secure: isOverTls(context) });
    return context.body(null, 204);
  });
}
