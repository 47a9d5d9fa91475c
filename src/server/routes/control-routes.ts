import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { ResumeRunSchema, StartRunSchema, type RunControl } from '../../app/view/control/run-control.js';
import { takes } from '../access/route-right.js';
import { answer, answersOf, jsonOf } from '../answers.js';
import { RunParameter } from './run-parameter.js';

const START = createRoute({
  method: 'post',
  path: '/api/runs',
  operationId: 'startRun',
  summary: 'Starts a run, as `touchstone run` does, as a process of its own.',
  request: { body: { required: true, content: { 'application/json': { schema: StartRunSchema } } } },
  ...takes('run'),
  responses: answersOf(jsonOf('StartedRun', 'It has begun.', 201), [400, 413, 415]),
});

const AGAIN = createRoute({
  method: 'post',
  path: '/api/runs/{run}/again',
  operationId: 'startAgain',
  summary: 'Starts a run of the benchmark and settings of another one, under a new name.',
  request: { params: RunParameter },
  ...takes('run'),
  responses: answersOf(jsonOf('StartedRun', 'It has begun.', 201), [400, 404]),
});

const RESUME = createRoute({
  method: 'post',
  path: '/api/runs/{run}/resume',
  operationId: 'resumeRun',
  summary: 'Goes on with a run, as `touchstone resume` does.',
  request: {
    params: RunParameter,
    body: { required: true, content: { 'application/json': { schema: ResumeRunSchema } } },
  },
  ...takes('run'),
  responses: answersOf(jsonOf('StartedRun', 'It goes on.', 202), [400, 404, 413, 415]),
});

const STOP = createRoute({
  method: 'post',
  path: '/api/runs/{run}/stop',
  operationId: 'stopRun',
  summary: 'Asks a run to finish the step in flight and end, as Ctrl-C does; asked again it stops at once.',
  request: { params: RunParameter },
  ...takes('run'),
  responses: answersOf(jsonOf('StartedRun', 'It was asked.', 202), [400, 404, 409]),
});

/** Adds starting, going on with and stopping runs. */
export function addControlRoutes(app: OpenAPIHono, control: RunControl): void {
  app.openapi(START, async (context) =>
    answer(context, 'StartedRun', await control.start(context.req.valid('json')), 201),
  );
  app.openapi(AGAIN, async (context) => {
    const { run } = context.req.valid('param');
    return answer(context, 'StartedRun', await control.startAgain(run), 201);
  });
  app.openapi(RESUME, async (context) => {
    const { run } = context.req.valid('param');
    return answer(context, 'StartedRun', await control.resume(run, context.req.valid('json')), 202);
  });
  app.openapi(STOP, async (context) => {
    const { run } = context.req.valid('param');
    return answer(context, 'StartedRun', await control.stop(run), 202);
  });
}
