import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import { TouchstoneError, UserError } from '../../errors.js';
import { readBody } from '../../http/read-body.js';
import { requestGuard, type RequestGuardOptions } from '../../http/request-guard.js';
import { PhoneClosed } from '../device/phone-closed.js';
import { NoSuchPhoneError } from './no-such-phone-error.js';
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

/** What a server over sockets adds to a request; nothing where there is no socket. */
interface Served {
  readonly outgoing?: { destroy(): void };
}

/** Bytes of a request that are read. */
const LONGEST_BODY = 256 * 1024;
const TOO_LARGE = { error: `the body has more than ${LONGEST_BODY} bytes` };
/** Own script and nothing else. Components set styles in line; texts of clients are text, never markup. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Where the page's script and style lie, below the address of the page as in its folder. */
const ASSETS = '/assets/';
/** Shown where the page was not built, as in a clone of the sources. */
const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Phones</title><meta name="color-scheme" content="light dark"></head>
<body><h1>The page is not built</h1><p>From the sources, build it and load this page again: <code>npm run build</code></p></body>
</html>
`;

/** A file of the page. */
export interface PhonePageFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Gives a file of the built page by its path, such as `phone.html`; null where there is none. */
export type ReadPhonePage = (path: string) => Promise<PhonePageFile | null>;

/**
 * The control API of served phones, and the page that uses it. JSON in and out; nothing of it can be reached through adb.
 * Errors are `{error, code, hint}`: 400 for what does not fit, 403 for pages of other sites, 404 for a phone that is not
 * there, 409 for one that takes nothing any more, 413 for a body that is too large.
 */
export function controlApi(
  station: PhoneStation,
  { readPage, ...options }: RequestGuardOptions & { readonly readPage: ReadPhonePage },
): Hono {
  const app = new Hono();
  // A page's script tells nothing of any phone, and browsers ask for it without the token.
  app.use(requestGuard({ ...options, isOpen: (path) => path.startsWith(ASSETS) }));
  app.use(
    bodyLimit({
      maxSize: LONGEST_BODY,
      onError: (context) => context.json(TOO_LARGE, 413),
    }),
  );
  addPage(app, readPage);
  app.get('/tasks', (context) => context.json({ tasks: station.tasks() }));
  app.get('/phones', (context) => context.json({ phones: station.list().map((phone) => phone.info()) }));
  app.post('/phones', async (context) => {
    const phone = await station.add(await readBody(context, PhoneRequestSchema));
    return context.json(phone.info(), 201);
  });
  addPhoneRoutes(app, station);
  app.notFound((context) => context.json({ error: `there is nothing at ${context.req.path}` }, 404));
  app.onError(errorAnswer);
  return app;
}

function addPage(app: Hono, readPage: ReadPhonePage): void {
  app.get('/', async (context) => {
    context.header('content-security-policy', POLICY);
    context.header('referrer-policy', 'no-referrer');
    context.header('cache-control', 'no-cache');
    const page = await readPage('phone.html');
    return context.html(page === null ? NOT_BUILT : new TextDecoder().decode(page.bytes));
  });
  app.get(`${ASSETS}:name`, async (context, next) => {
    const file = await readPage(`${ASSETS.slice(1)}${context.req.param('name')}`);
    if (file === null) return await next();
    context.header('content-type', file.mediaType);
    context.header('x-content-type-options', 'nosniff');
    // Their names say what is in them.
    context.header('cache-control', 'public, max-age=31536000, immutable');
    return context.body(new Uint8Array(file.bytes));
  });
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
    await phone.input(await readBody(context, ManualInputSchema));
    return context.json(phone.info());
  });
  app.post('/phones/:id/answer', async (context) => {
    const phone = phoneOf(context, station);
    await phone.answer((await readBody(context, AnswerSchema)).text);
    return context.json(phone.info());
  });
  app.post('/phones/:id/finish', async (context) => {
    const phone = phoneOf(context, station);
    await phone.finish((await readBody(context, FinishSchema)).status);
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

/** @throws {UserError} for what is no number of a phone, {NoSuchPhoneError} where there is none of that number */
function phoneOf(context: Context, station: PhoneStation): ServedPhone {
  const id = context.req.param('id') ?? '';
  const phone = station.get(id);
  if (phone !== undefined) return phone;
  const hint = 'GET /phones lists them.';
  if (!/^\d+$/.test(id)) throw new UserError(`phones have numbers, and "${id}" is none`, { hint });
  throw new NoSuchPhoneError(`there is no phone ${id}`, { hint });
}
