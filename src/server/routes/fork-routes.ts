import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { forksOfRun } from '../../app/view/control/forks-of-run.js';
import { StartForkSchema } from '../../app/view/control/run-control.js';
import { takes } from '../access/route-right.js';
import { answer, answersOf, jsonOf } from '../answers.js';
import type { ViewerServices } from '../viewer-services.js';
import { RunParameter } from './run-parameter.js';

const FORKS = createRoute({
  method: 'get',
  path: '/api/runs/{run}/forks',
  operationId: 'listForks',
  summary: 'The forks of a run in the folder, oldest first.',
  request: { params: RunParameter },
  responses: answersOf(jsonOf('RunForks', 'The forks.'), [400, 404]),
});

const FORK = createRoute({
  method: 'post',
  path: '/api/runs/{run}/fork',
  operationId: 'forkRun',
  summary: 'Goes on from a step of an episode once more, as `touchstone fork` does, as a process of its own.',
  request: {
    params: RunParameter,
    body: { required: true, content: { 'application/json': { schema: StartForkSchema } } },
  },
  ...takes('run'),
  responses: answersOf(jsonOf('StartedRun', 'The fork has begun.', 201), [400, 404, 413, 415]),
});

/** Adds forks: what there is, and where something may be changed, starting one. */
export function addForkRoutes(app: OpenAPIHono, { results, control }: ViewerServices): void {
  app.openapi(FORKS, async (context) => {
    const { run } = context.req.valid('param');
    return answer(context, 'RunForks', await forksOfRun(results.path, run));
  });
  if (control === null) return;
  app.openapi(FORK, async (context) => {
    const { run } = context.req.valid('param');
    return answer(context, 'StartedRun', await control.fork(run, context.req.valid('json')), 201);
  });
}
