import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { setCookie } from 'hono/cookie';
import { answersOf } from '../answers.js';
import type { ViewerSession } from '../viewer-session.js';

/** Where a page brings the token that it was opened with. */
export const SESSION_PATH = '/api/session';

const SESSION = createRoute({
  method: 'post',
  path: SESSION_PATH,
  operationId: 'openSession',
  summary: 'Takes the token (`Authorization: Bearer`) once, for a cookie that stands for it.',
  responses: answersOf({ 204: { description: 'The cookie is set, where a token is asked for at all.' } }),
});

/** Adds the exchange of the token; who gets here has shown it. */
export function addSessionRoute(app: OpenAPIHono, session: ViewerSession | null): void {
  app.openapi(SESSION, (context) => {
    if (session !== null) {
      setCookie(context, session.name, session.value, {
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
        secure: new URL(context.req.url).protocol === 'https:',
      });
    }
    return context.body(null, 204);
  });
}
