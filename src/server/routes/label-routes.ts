import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { EPISODE_LABEL_PASSES, LABEL_LIMITS } from '../../domain/scores/episode-label.js';
import { UserError } from '../../errors.js';
import { GivenLabelSchema } from '../../report/view/served/label-case.js';
import { ownName } from '../access/own-name.js';
import { takes } from '../access/route-right.js';
import { answer, answersOf, bytesOf, jsonOf } from '../answers.js';
import type { ViewerServices } from '../viewer-services.js';
import { RunsQuery } from './runs-query.js';
import { PictureWidth } from './picture-width.js';
import { PICTURE_TYPES, send, there } from './send-screen.js';

const pass = z.enum(EPISODE_LABEL_PASSES).default('blind');
/** May be left out where the server knows who asks. */
const labeller = z.string().trim().min(1).max(LABEL_LIMITS.labeller).optional();
const LabelRequestSchema = z.object({ ...GivenLabelSchema.shape, labeller });
const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

const QUEUE = createRoute({
  method: 'get',
  path: '/api/labels/queue',
  operationId: 'readLabelQueue',
  summary: 'What there is for one person to label in a pass; the order is the same for everybody.',
  request: {
    query: z.object({
      ...RunsQuery.shape,
      labeller,
      pass,
      wanted: z.enum(['all', 'failed']).default('all'),
      /** How many, drawn at random; all unless given. */
      sample: count.pipe(z.int().positive()).optional().openapi({ type: 'integer', minimum: 1 }),
      seed: count.default(1).openapi({ type: 'integer', minimum: 0 }),
    }),
  },
  responses: answersOf(jsonOf('LabelQueue', 'The queue.'), [400, 404]),
});

const CASE = createRoute({
  method: 'get',
  path: '/api/labels/cases/{id}',
  operationId: 'readLabelCase',
  summary: 'One episode to be labelled, blind where the pass is.',
  request: {
    params: z.object({ id: z.string().min(1).max(64) }),
    query: z.object({ ...RunsQuery.shape, labeller, pass }),
  },
  responses: answersOf(jsonOf('LabelCase', 'The case.'), [400, 404, 409]),
});

const PICTURE = createRoute({
  method: 'get',
  path: '/api/labels/cases/{id}/pictures/{step}',
  operationId: 'readLabelPicture',
  summary: 'The picture of a step of a blind case, by an address that does not say whose it is.',
  request: {
    params: z.object({
      id: z.string().min(1).max(64),
      step: count.openapi({ type: 'integer', minimum: 0 }),
    }),
    query: z.object({ ...RunsQuery.shape, width: PictureWidth }),
  },
  responses: answersOf(bytesOf('The picture.', PICTURE_TYPES), [400, 404]),
});

const SUMMARY = createRoute({
  method: 'get',
  path: '/api/labels/summary',
  operationId: 'readLabelSummary',
  summary: 'How far people agree, and, but in the blind pass, for which causes agents failed.',
  request: { query: z.object({ ...RunsQuery.shape, pass }) },
  responses: answersOf(jsonOf('LabelSummary', 'The agreement.'), [400, 404]),
});

const GIVE = createRoute({
  method: 'post',
  path: '/api/labels',
  operationId: 'giveLabel',
  summary: 'What a person says of a case. What was said before stays in the file.',
  request: { body: { required: true, content: { 'application/json': { schema: LabelRequestSchema } } } },
  ...takes('label'),
  responses: answersOf(jsonOf('EpisodeLabel', 'What was written down.', 201), [400, 404, 409, 413, 415]),
});

/** Adds what people are asked about episodes, and what they say. */
export function addLabelRoutes(app: OpenAPIHono, services: ViewerServices): void {
  const { labels, pictures, results } = services;
  app.openapi(QUEUE, async (context) => {
    const { runs, wanted, sample, seed, ...asked } = context.req.valid('query');
    const selection = { runs, wanted, sample: sample ?? null, seed };
    return answer(context, 'LabelQueue', await labels.queue(selection, named(context, asked)));
  });
  app.openapi(CASE, async (context) => {
    const { runs, ...asked } = context.req.valid('query');
    const { id } = context.req.valid('param');
    return answer(context, 'LabelCase', await labels.case(runs, id, named(context, asked)));
  });
  app.openapi(PICTURE, async (context) => {
    const { id, step } = context.req.valid('param');
    const { runs, width } = context.req.valid('query');
    const { run, screen } = await labels.pictureOf(runs, id, step);
    const found = await pictures.get(`label ${id} ${screenKey(screen)}`, width ?? null, () =>
      results.screen(run, screen, 'picture'),
    );
    return send(context, there(found), 'private, no-cache');
  });
  app.openapi(SUMMARY, async (context) => {
    const asked = context.req.valid('query');
    return answer(context, 'LabelSummary', await labels.summary(asked.runs, asked.pass));
  });
  if (services.control === null) return;
  app.openapi(GIVE, async (context) =>
    answer(context, 'EpisodeLabel', await labels.give(named(context, context.req.valid('json'))), 201),
  );
}

/** With the name of whoever labels. @throws {UserError} for nobody, and for somebody else than who asks */
function named<T extends { readonly labeller?: string | undefined }>(
  context: Context,
  asked: T,
): T & { readonly labeller: string } {
  const name = ownName(context, asked.labeller);
  if (name === undefined) throw new UserError('labeller: it must be given');
  return { ...asked, labeller: name };
}

function screenKey(screen: { readonly hash: string } | { readonly id: string }): string {
  return 'hash' in screen ? screen.hash : `id ${screen.id}`;
}
