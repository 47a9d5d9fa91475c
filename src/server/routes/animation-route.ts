import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { EpisodeAnimations } from '../../app/view/animation/animate-episode.js';
import { ANIMATION_FORMATS } from '../../app/view/animation/draw-animation.js';
import { answersOf, bytesOf } from '../answers.js';
import type { ViewerServices } from '../viewer-services.js';
import { EpisodeParameters } from './episode-parameters.js';

const ANIMATION = createRoute({
  method: 'get',
  path: '/api/runs/{run}/episodes/{item}/{repeat}/animation',
  operationId: 'readAnimation',
  summary: 'One episode as an animated picture.',
  request: {
    params: EpisodeParameters,
    query: z.object({ format: z.enum(ANIMATION_FORMATS).default('webp') }),
  },
  responses: answersOf(bytesOf('The animation.', ['image/webp', 'image/gif']), [400, 404]),
});

/** Pixels across of an animation, and milliseconds that each screen stays. */
const LOOK = { width: 360, frameMs: 1200 } as const;

/** Adds episodes as animated pictures. */
export function addAnimationRoute(app: OpenAPIHono, { results, pictures }: ViewerServices): void {
  const animations = new EpisodeAnimations(results, pictures);
  app.openapi(ANIMATION, async (context) => {
    const { run, item, repeat } = context.req.valid('param');
    const { format } = context.req.valid('query');
    const { signal } = context.req.raw;
    const bytes = await animations.draw(run, item, repeat, { ...LOOK, format, signal });
    context.header('content-type', `image/${format}`);
    context.header('content-disposition', `attachment; filename="episode.${format}"`);
    context.header('cache-control', 'no-store');
    return context.body(new Uint8Array(bytes));
  });
}
