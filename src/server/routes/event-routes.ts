import { setTimeout } from 'node:timers/promises';
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { streamSSE } from 'hono/streaming';
import { tooMany } from '../../http/request-guard.js';
import { callerOf } from '../access/caller.js';
import { answersOf } from '../answers.js';
import { sendViewerEvents } from '../send-viewer-events.js';
import { shapeReference } from '../shapes.js';
import type { ViewerServices } from '../viewer-services.js';

/** What a server over sockets adds to a request; nothing where there is no socket. */
interface Served {
  readonly outgoing?: { destroy(): void };
}

/** After which one who follows too much may try again. */
const AGAIN_SECONDS = 10;

const EVENTS = createRoute({
  method: 'get',
  path: '/api/events',
  operationId: 'followEvents',
  summary:
    'What happens in the folder from now on, as server-sent events: each is one `ViewerEvent` as JSON.',
  responses: answersOf({
    200: {
      description: 'Events, until the reader goes. One that reads too slowly is dropped, and may come again.',
      content: { 'text/event-stream': { schema: shapeReference('ViewerEvent') } },
    },
  }),
});

/** Adds what happens in the folder. */
export function addEventRoutes(app: OpenAPIHono, { results }: ViewerServices): void {
  app.openapi(EVENTS, (context) => {
    // Whoever asks for the head alone reads no stream.
    if (context.req.raw.method === 'HEAD')
      return context.body(null, 200, { 'content-type': 'text/event-stream' });
    const over = new AbortController();
    const caller = callerOf(context);
    const stopFollowing = caller === null ? () => undefined : caller.follow(() => over.abort());
    if (stopFollowing === null) return tooMany(context, AGAIN_SECONDS, 'too many streams of events are open');
    const response = streamSSE(context, async (stream) => {
      const drop = (): void => {
        stream.abort();
        // Closed politely, it would wait for the reader.
        const served: Served | undefined = context.env;
        served?.outgoing?.destroy();
      };
      stream.onAbort(stopFollowing);
      // The reader may not come any more.
      if (over.signal.aborted) return drop();
      over.signal.addEventListener('abort', drop);
      // So that a reader knows at once that it hears everything from here on.
      await stream.write('retry: 2000\n: hello\n\n');
      await sendViewerEvents(
        (onEvent) => results.listen(onEvent),
        {
          write: (event) => stream.writeSSE({ data: JSON.stringify(event) }),
          beat: async () => void (await stream.write(': still here\n\n')),
          onGone: (then) => stream.onAbort(then),
          drop,
        },
        { pause: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined) },
      );
    });
    response.headers.set('cache-control', 'no-store');
    return response;
  });
}
