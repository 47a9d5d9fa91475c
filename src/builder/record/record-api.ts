import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { UnitBoxSchema } from '../../domain/recordings/recorded-milestone.js';
import { TouchstoneError, UserError } from '../../errors.js';
import { readBody } from '../../http/read-body.js';
import { requestGuard, type RequestGuardOptions } from '../../http/request-guard.js';
import type { HandRecorder } from './hand-recorder.js';
import { actionOfInput, PersonInputSchema } from './person-input.js';
import { RECORD_PAGE } from './record-page.js';

const SeenSchema = z.int().positive();
const ActSchema = z.strictObject({
  /** Number of the screen that the person saw. */
  seen: SeenSchema,
  input: PersonInputSchema,
  /** The text that is typed is not to be kept. */
  isSecret: z.boolean().default(false),
});
const MilestoneSchema = z.strictObject({
  seen: SeenSchema,
  subTarget: z.string().trim().min(1).max(1000),
  box: UnitBoxSchema.nullable().default(null),
  /** Without it what the area says counts. */
  text: z.string().max(10_000).optional(),
  state: z.array(z.string().min(1).max(100)).max(20).optional(),
  group: z.string().trim().min(1).max(100).nullable().default(null),
});
const EndSchema = z.strictObject({
  status: z.enum(['complete', 'impossible']),
  reason: z.string().trim().max(10_000).optional(),
  apps: z.array(z.string().trim().min(1).max(200)).max(50).default([]),
  notes: z.string().max(10_000).default(''),
});

/** Bytes of a request that are read. */
const LONGEST_BODY = 256 * 1024;
const TOO_LARGE = { error: `the body has more than ${LONGEST_BODY} bytes` };
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * What the page asks for on which a person operates a phone. JSON in and out. Errors are `{error, code, hint}`: 400 for what
 * does not fit, 403 for pages of other sites, 413 for a body that is too large, 502 for a phone that failed.
 */
export function recordApi(
  recorder: HandRecorder,
  options: RequestGuardOptions & {
    /** Called once the recording has ended. */
    readonly onEnd: () => void;
  },
): Hono {
  const app = new Hono();
  app.use(requestGuard(options));
  app.use(bodyLimit({ maxSize: LONGEST_BODY, onError: (context) => context.json(TOO_LARGE, 413) }));
  app.get('/', (context) => {
    context.header('content-security-policy', POLICY);
    context.header('referrer-policy', 'no-referrer');
    return context.html(RECORD_PAGE);
  });
  app.get('/state', (context) => context.json(stateOf(recorder)));
  app.post('/look', async (context) => {
    await recorder.look();
    return context.json(stateOf(recorder));
  });
  app.get('/picture/:seen', (context) => {
    const { png } = recorder.seen(numberOf(context));
    return context.body(new Uint8Array(png), 200, {
      'content-type': 'image/png',
      'cache-control': 'no-store',
    });
  });
  app.post('/act', async (context) => {
    const { seen, input, isSecret } = await readBody(context, ActSchema);
    await recorder.act(seen, actionOfInput(input), { isSecret });
    return context.json(stateOf(recorder));
  });
  app.post('/words/:seen', async (context) => {
    const number = numberOf(context);
    const { box } = await readBody(context, z.strictObject({ box: UnitBoxSchema }));
    return context.json(await recorder.words(number, box));
  });
  app.post('/milestones', async (context) => {
    const { seen, ...milestone } = await readBody(context, MilestoneSchema);
    await recorder.mark(seen, milestone);
    return context.json(stateOf(recorder));
  });
  app.delete('/milestones/:id', async (context) => {
    const id = context.req.param('id');
    if (!(await recorder.unmark(id))) throw new UserError(`there is no milestone ${id}`);
    return context.json(stateOf(recorder));
  });
  app.post('/masks', async (context) => {
    const { box } = await readBody(context, z.strictObject({ box: UnitBoxSchema }));
    await recorder.mask(box);
    return context.json(stateOf(recorder));
  });
  app.post('/instruction', async (context) => {
    const { instruction } = await readBody(
      context,
      z.strictObject({ instruction: z.string().trim().min(1).max(10_000) }),
    );
    await recorder.instruct(instruction);
    return context.json(stateOf(recorder));
  });
  app.post('/end', async (context) => {
    await recorder.end(await readBody(context, EndSchema));
    options.onEnd();
    return context.json(stateOf(recorder));
  });
  app.notFound((context) => context.json({ error: `there is nothing at ${context.req.path}` }, 404));
  app.onError(errorAnswer);
  return app;
}

function stateOf(recorder: HandRecorder): Record<string, unknown> {
  const { number, size, activity } = recorder.screen;
  return { seen: number, size, activity, ...recorder.soFar };
}

function numberOf(context: Context): number {
  const number = SeenSchema.safeParse(Number(context.req.param('seen')));
  if (number.success) return number.data;
  throw new UserError('screens have numbers, from 1');
}

function errorAnswer(error: Error, context: Context): Response {
  if (!(error instanceof TouchstoneError)) return context.json({ error: error.message }, 500);
  const { message, code, hint, fault } = error;
  const status = fault === 'environment' ? 502 : 400;
  return context.json({ error: message, code, ...(hint === undefined ? {} : { hint }) }, status);
}
