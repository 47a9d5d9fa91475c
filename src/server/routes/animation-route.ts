import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { EpisodeAnimations } from '../../app/view/animation/animate-episode.js';
import { EpisodePages } from '../../app/view/animation/episode-pages.js';
import { ANIMATION_FORMATS } from '../../app/view/animation/draw-animation.js';
import { runDirectory } from '../../app/view/run-directory.js';
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

const PAGE = createRoute({
  method: 'get',
  path: '/api/runs/{run}/episodes/{item}/{repeat}/page',
  operationId: 'readEpisodePage',
  summary: 'One episode as an HTML file that is whole by itself.',
  request: { params: EpisodeParameters },
  responses: answersOf(bytesOf('The file.', ['text/html']), [400, 404]),
});

/** Pixels across of an animation, and milliseconds that each screen stays. */
const LOOK = { width: 360, frameMs: 1200 } as const;

/** Adds episodes as animated pictures, and as files to keep. */
export function addAnimationRoute(app: OpenAPIHono, { results, pictures }: ViewerServices): void {
  const animations = new EpisodeAnimations(results, pictures);
  const pages = new EpisodePages();
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
  app.openapi(PAGE, async (context) => {
    const { run, item, repeat } = context.req.valid('param');
    const directory = await runDirectory(results.path, run);
    const page = await pages.write(directory, { item, repeat }, { signal: context.req.raw.signal });
    context.header('content-type', 'text/html; charset=utf-8');
    // Kept, never shown: as a page of this server its script would be ours.
    context.header('content-disposition', 'attachment; filename="episode.html"');
    context.header('cache-control', 'no-store');
    return context.body(new Uint8Array(page));
  });
}
