import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { nameOfPortable } from '../../domain/text/portable-name.js';
import { answersOf, bytesOf } from '../answers.js';
import type { ViewerServices } from '../viewer-services.js';
import { PictureWidth } from './picture-width.js';
import { RunParameter } from './run-parameter.js';
import { hashOf, HIERARCHY, PICTURE_TYPES, send, sendText, there } from './send-screen.js';

const FILE = createRoute({
  method: 'get',
  path: '/api/runs/{run}/files/{hash}',
  operationId: 'readFile',
  summary: 'A picture, or with `type=hierarchy` a UI hierarchy, that is stored with a run.',
  request: {
    params: z.object({ ...RunParameter.shape, hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    query: z.object({ width: PictureWidth, type: z.enum(['picture', 'hierarchy']).default('picture') }),
  },
  responses: answersOf(bytesOf('The picture or UI hierarchy.', [...PICTURE_TYPES, HIERARCHY]), [400, 404]),
});

const screenParameters = z.object({
  ...RunParameter.shape,
  id: z
    .string()
    .min(1)
    .max(4 * 4096)
    .transform(nameOfPortable)
    .openapi({ type: 'string' }),
});

const PICTURE = createRoute({
  method: 'get',
  path: '/api/runs/{run}/screens/{id}/picture',
  operationId: 'readScreenPicture',
  summary: 'The picture of a screen of the world that a run happened in.',
  request: { params: screenParameters, query: z.object({ width: PictureWidth }) },
  responses: answersOf(bytesOf('The picture.', PICTURE_TYPES), [400, 404]),
});

const SCREEN_HIERARCHY = createRoute({
  method: 'get',
  path: '/api/runs/{run}/screens/{id}/hierarchy',
  operationId: 'readScreenHierarchy',
  summary: 'The UI hierarchy of a screen of the world that a run happened in.',
  request: { params: screenParameters },
  responses: answersOf(bytesOf('The UI hierarchy, as it was recorded.', [HIERARCHY]), [400, 404]),
});

/** What never changes, since its hash is its name. */
const FOR_EVER = 'private, max-age=31536000, immutable';
/** A world may be recorded anew. */
const ASK_AGAIN = 'private, no-cache';

/** Adds pictures and UI hierarchies of screens. What is in a file says its first bytes, never the run that names it. */
export function addScreenRoutes(app: OpenAPIHono, { results, pictures }: ViewerServices): void {
  app.openapi(FILE, async (context) => {
    const { run, hash } = context.req.valid('param');
    const query = context.req.valid('query');
    if (query.type === 'hierarchy') {
      return sendText(context, await results.screen(run, { hash }, 'hierarchy'), FOR_EVER);
    }
    const found = await pictures.get(`${run} ${hash}`, query.width ?? null, () =>
      results.screen(run, { hash }, 'picture'),
    );
    return send(context, there(found), FOR_EVER);
  });
  app.openapi(PICTURE, async (context) => {
    const { run, id } = context.req.valid('param');
    const whole = there(await results.screen(run, { id }, 'picture'));
    const found = await pictures.get(
      `${run} ${hashOf(whole.bytes)}`,
      context.req.valid('query').width ?? null,
      async () => whole,
    );
    return send(context, there(found), ASK_AGAIN);
  });
  app.openapi(SCREEN_HIERARCHY, async (context) => {
    const { run, id } = context.req.valid('param');
    return sendText(context, await results.screen(run, { id }, 'hierarchy'), ASK_AGAIN);
  });
}
