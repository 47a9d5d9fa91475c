import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { NotThereError } from '../../app/view/not-there-error.js';
import { nameOfPortable } from '../../domain/text/portable-name.js';
import { answer, answersOf, jsonOf } from '../answers.js';
import type { ViewerServices } from '../viewer-services.js';
import { RunParameter } from './run-parameter.js';
import { RunsQuery } from './runs-query.js';

const task = z
  .string()
  .min(1)
  .max(4 * 4096)
  .transform(nameOfPortable)
  .openapi({ type: 'string' });

const WORLD = createRoute({
  method: 'get',
  path: '/api/runs/{run}/world',
  operationId: 'readWorld',
  summary: 'The recorded world that a run happened in, as a map.',
  request: { params: RunParameter },
  responses: answersOf(jsonOf('WorldMap', 'The map.'), [400, 404]),
});

const FINDINGS = createRoute({
  method: 'get',
  path: '/api/runs/{run}/world/findings',
  operationId: 'readWorldFindings',
  summary: 'What `touchstone lint` finds in that world; a large one takes minutes the first time.',
  request: { params: RunParameter },
  responses: answersOf(jsonOf('WorldFindings', 'The findings.'), [400, 404]),
});

const ROUTE = createRoute({
  method: 'get',
  path: '/api/runs/{run}/world/route',
  operationId: 'readRoute',
  summary: 'Milestones and shortest route of a task in that world.',
  request: { params: RunParameter, query: z.object({ task }) },
  responses: answersOf(jsonOf('TaskRoute', 'The route.'), [400, 404]),
});

const PATHS = createRoute({
  method: 'get',
  path: '/api/paths',
  operationId: 'readPaths',
  summary: 'The ways that episodes of a task took in some runs.',
  request: { query: z.object({ ...RunsQuery.shape, task }) },
  responses: answersOf(jsonOf('EpisodePaths', 'The ways.'), [400, 404]),
});

/** Adds the worlds that runs happened in. */
export function addWorldRoutes(app: OpenAPIHono, { results }: ViewerServices): void {
  app.openapi(WORLD, async (context) => {
    const { run } = context.req.valid('param');
    const world = await results.world(run);
    if (world === null) throw noWorld(run);
    return answer(context, 'WorldMap', world);
  });
  app.openapi(FINDINGS, async (context) => {
    const { run } = context.req.valid('param');
    const findings = await results.worldFindings(run);
    if (findings === null) throw noWorld(run);
    return answer(context, 'WorldFindings', findings);
  });
  app.openapi(ROUTE, async (context) => {
    const { run } = context.req.valid('param');
    return answer(context, 'TaskRoute', await results.route(run, context.req.valid('query').task));
  });
  app.openapi(PATHS, async (context) => {
    const { runs, task } = context.req.valid('query');
    return answer(context, 'EpisodePaths', await results.paths(runs, task));
  });
}

function noWorld(run: string): NotThereError {
  return new NotThereError(`run "${run}" happened in no recorded world that is here`);
}
