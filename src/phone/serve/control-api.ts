import { timingSafeEqual } from 'node:crypto';
import { Hono, type Context, type Next } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import type { z } from 'zod';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { TouchstoneError, UserError } from '../../errors.js';
import { PhoneClosed } from '../device/phone-closed.js';
import { NoSuchPhoneError } from './no-such-phone-error.js';
import { PHONE_PAGE } from './phone-page.js';
import { PhoneOverError } from './phone-over-error.js';
import {
  AnswerSchema,
  FinishSchema,
  ManualInputSchema,
  PhoneRequestSchema,
  type PhoneStation,
  type ServedPhone,
} from './served-phone.js';
import { sendEvents } from './send-events.js';

export interface ControlApiOptions {
  /** Asked of every request where it is not null: `Authorization: Bearer …`, or `?token=` for the page alone. */
  readonly token: string | null;
  /** Host names that requests may be addressed to; null lets every name in. Keeps other pages of a browser out. */
  readonly hosts: ReadonlySet<string> | null;
}

/** What a server over sockets adds to a request; nothing where there is no socket. */
interface Served {
  readonly outgoing?: { destroy(): void };
}

/** Bytes of a request that are read. */
const LONGEST_BODY = 256 * 1024;
const TOO_LARGE = { error: `the body has more than ${LONGEST_BODY} bytes` };
/** What a browser says of requests by our own page, and of an address that somebody typed. Programs say nothing. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The control API of served phones, and the page that uses it. JSON in and out; nothing of it can be reached through adb.
 * Errors are `{error, code, hint}`: 400 for what does not fit, 403 for pages of other sites, 404 for a phone that is not
 * there, 409 for one that takes nothing any more, 413 for a body that is too large.
 */
export function controlApi(station: PhoneStation, options: ControlApiOptions): Hono {
  const app = new Hono();
  app.use((context, next) => guarded(context, next, options));
  app.use(
    bodyLimit({
      maxSize: LONGEST_BODY,
      onError: (context) => context.json(TOO_LARGE, 413),
    }),
  );
  app.get('/', (context) => {
    context.header('content-security-policy', POLICY);
    context.header('referrer-policy', 'no-referrer');
    return context.html(PHONE_PAGE);
  });
  app.get('/tasks', (context) => context.json({ tasks: station.tasks() }));
  app.get('/phones', (context) => context.json({ phones: station.list().map((phone) => phone.info()) }));
  app.post('/phones', async (context) => {
    const phone = await station.add(await bodyOf(context, PhoneRequestSchema));
    return context.json(phone.info(), 201);
  });
  addPhoneRoutes(app, station);
  app.notFound((context) => context.json({ error: `there is nothing at ${context.req.path}` }, 404));
  app.onError(errorAnswer);
  return app;
}

/** Lets a request through that is for this server, from its own page or a program, and bears the token. */
async function guarded(
  context: Context,
  next: Next,
  { token, hosts }: ControlApiOptions,
): Promise<Response | void> {
  const host = new URL(context.req.url).hostname;
  if (hosts !== null && !hosts.has(host)) return context.json({ error: `not served as ${host}` }, 403);
  const origin = context.req.header('origin');
  // A page of somebody else's in the same browser could reach loopback too.
  if (origin !== undefined && !isSameOrigin(origin, context.req.url)) {
    return context.json({ error: 'asked for by a page of another origin' }, 403);
  }
  // Not every request of a page says its origin: pictures, scripts and forms that read do not.
  if (!OWN_SITES.has(context.req.header('sec-fetch-site') ?? 'none') && !isLinkToPage(context)) {
    return context.json({ error: 'asked for by a page of another site' }, 403);
  }
  if (token !== null && !isToken(context, token)) {
    return context.json({ error: 'the token is missing or wrong' }, 401);
  }
  return next();
}

function addPhoneRoutes(app: Hono, station: PhoneStation): void {
  app.get('/phones/:id', (context) => context.json(phoneOf(context, station).info()));
  app.delete('/phones/:id', async (context) => {
    await station.remove(phoneOf(context, station).id);
    return context.body(null, 204);
  });
  app.get('/phones/:id/screen', async (context) => {
    const { bytes, mediaType } = await phoneOf(context, station).picture({ signal: context.req.raw.signal });
    return context.body(new Uint8Array(bytes), 200, {
      'content-type': mediaType,
      'cache-control': 'no-store',
    });
  });
  app.post('/phones/:id/input', async (context) => {
    const phone = phoneOf(context, station);
    await phone.input(await bodyOf(context, ManualInputSchema));
    return context.json(phone.info());
  });
  app.post('/phones/:id/answer', async (context) => {
    const phone = phoneOf(context, station);
    await phone.answer((await bodyOf(context, AnswerSchema)).text);
    return context.json(phone.info());
  });
  app.post('/phones/:id/finish', async (context) => {
    const phone = phoneOf(context, station);
    await phone.finish((await bodyOf(context, FinishSchema)).status);
    return context.json(phone.info());
  });
  app.post('/phones/:id/reset', async (context) => {
    const phone = phoneOf(context, station);
    await phone.reset();
    return context.json(phone.info());
  });
  app.get('/phones/:id/trajectory', (context) => context.json(phoneOf(context, station).trajectory()));
  app.get('/phones/:id/events', (context) => {
    const phone = phoneOf(context, station);
    return streamSSE(context, (stream) =>
      sendEvents(phone, {
        write: (event) => stream.writeSSE({ data: JSON.stringify(event) }),
        onGone: (then) => stream.onAbort(then),
        drop: () => {
          stream.abort();
          // Closed politely, it would wait for the reader.
          (context.env as Served | undefined)?.outgoing?.destroy();
        },
      }),
    );
  });
}

function errorAnswer(error: Error, context: Context): Response {
  const told = error instanceof PhoneClosed ? new PhoneOverError(error.message, { cause: error }) : error;
  if (!(told instanceof TouchstoneError)) {
    return context.json({ error: told instanceof Error ? told.message : String(told) }, 500);
  }
  const { message, code, hint } = told;
  return context.json({ error: message, code, ...(hint === undefined ? {} : { hint }) }, statusOf(told));
}

function statusOf(error: TouchstoneError): 400 | 404 | 409 {
  if (error instanceof PhoneOverError) return 409;
  return error instanceof NoSuchPhoneError ? 404 : 400;
}

/** @param origin as a browser says it: `null` where the page has none. Scheme, host and port must be ours. */
function isSameOrigin(origin: string, url: string): boolean {
  return URL.canParse(origin) && new URL(origin).origin === new URL(url).origin;
}

/** A link on another page may lead to ours, which does nothing by being shown. */
function isLinkToPage({ req }: Context): boolean {
  return req.method === 'GET' && req.path === '/' && req.header('sec-fetch-mode') === 'navigate';
}

function isToken(context: Context, token: string): boolean {
  const bearer = context.req.header('authorization')?.replace(/^Bearer /, '');
  const given = Buffer.from(bearer ?? (context.req.path === '/' ? (context.req.query('token') ?? '') : ''));
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** @throws {UserError} for what is no number of a phone, {NoSuchPhoneError} where there is none of that number */
function phoneOf(context: Context, station: PhoneStation): ServedPhone {
  const id = context.req.param('id') ?? '';
  const phone = station.get(id);
  if (phone !== undefined) return phone;
  const hint = 'GET /phones lists them.';
  if (!/^\d+$/.test(id)) throw new UserError(`phones have numbers, and "${id}" is none`, { hint });
  throw new NoSuchPhoneError(`there is no phone ${id}`, { hint });
}

/** @throws {UserError} for what is no JSON, or does not fit */
async function bodyOf<T extends z.ZodType>(context: Context, schema: T): Promise<z.infer<T>> {
  // What is too large is said by whoever counts, here.
  const text = await context.req.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UserError('the request is no JSON');
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'it' : issue.path.join('.');
  const words = issue === undefined ? '' : describeIssue(issue).replace(/^it /, '');
  throw new UserError(`the request does not fit: ${place} ${words}`);
}
