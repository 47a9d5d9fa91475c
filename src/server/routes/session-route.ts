import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { isOverTls } from '../../http/origin-guard.js';
import { takes } from '../access/route-right.js';
import { answersOf } from '../answers.js';
import type { ViewerSession } from '../viewer-session.js';

/** Where a page brings the token that it was opened with. */
export const SESSION_PATH = '/api/session';

const SESSION = createRoute({
  method: 'post',
  path: SESSION_PATH,
  operationId: 'openSession',
  summary: 'Takes the token (`Authorization: Bearer`) once, for a cookie that stands for it.',
  ...takes('enter'),
  responses: answersOf({ 204: { description: 'The cookie is set, where a token is asked for at all.' } }),
});

/** Adds the exchange of the token; who gets here has shown it. @param sessionOf null where no token is asked for */
export function addSessionRoute(
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
}
