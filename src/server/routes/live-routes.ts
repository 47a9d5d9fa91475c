import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { answer, answersOf, jsonOf } from '../answers.js';
import type { ViewerServices } from '../viewer-services.js';

const LIVE = createRoute({
  method: 'get',
  path: '/api/live',
  operationId: 'listLivePhones',
  summary: 'The episodes that are under way, with their newest screens.',
  responses: answersOf(jsonOf('LivePhones', 'The phones.')),
});

/** Adds what goes on right now. */
export function addLiveRoutes(app: OpenAPIHono, { live }: ViewerServices): void {
  app.openapi(LIVE, async (context) => answer(context, 'LivePhones', { phones: await live.list() }));
}
