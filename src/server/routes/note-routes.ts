import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { noteRun, NoteRunSchema } from '../../app/view/note-run.js';
import { ownName } from '../access/own-name.js';
import { takes } from '../access/route-right.js';
import { answer, answersOf, jsonOf } from '../answers.js';
import type { ViewerServices } from '../viewer-services.js';
import { RunParameter } from './run-parameter.js';

const NOTES = createRoute({
  method: 'put',
  path: '/api/runs/{run}/notes',
  operationId: 'noteRun',
  summary: 'Tags and note of a run. What was there before stays in its file.',
  request: {
    params: RunParameter,
    body: { required: true, content: { 'application/json': { schema: NoteRunSchema } } },
  },
  ...takes('label'),
  responses: answersOf(jsonOf('RunNotes', 'What was written down.'), [400, 404, 413, 415]),
});

/** Adds what people write of runs. */
export function addNoteRoutes(app: OpenAPIHono, { results }: ViewerServices): void {
  app.openapi(NOTES, async (context) => {
    const { run } = context.req.valid('param');
    const { author: given, ...note } = context.req.valid('json');
    const author = ownName(context, given);
    const said = author === undefined ? note : { ...note, author };
    return answer(context, 'RunNotes', await noteRun(results.path, run, said));
  });
}
