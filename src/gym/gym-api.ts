import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { PlayCapacityError } from '../app/play/play-errors.js';
import { TouchstoneError } from '../errors.js';
import { addHealthRoutes, isHealthPath, type ServerHealth } from '../http/health-routes.js';
import { observeRequests } from '../http/observe-requests.js';
import { requestGuard, type RequestGuardOptions } from '../http/request-guard.js';
import { WrongTokens } from '../http/wrong-tokens.js';
import { VERSION } from '../version.js';
import { gymPage, openApiDocument } from './gym-routes.js';
import { gymSchema } from './gym-schema.js';
import type { GymTurn } from './gym-session.js';
import type { GymSessions } from './gym-sessions.js';
import type { HttpEpisode } from './http-episode.js';
import { answerRpcText, tooLongForRpc, type NamedSessions } from './json-rpc.js';
import { messageOf } from './message-of.js';
import { addTaskRoutes } from './task-routes.js';
import { isObject, type Checked, type ValidationIssue } from './validation-issue.js';
import { wireResult } from './wire-observation.js';
import type { ServedHosts } from '../http/served-hosts.js';

/** Whom the server answers. */
export interface GymApiOptions {
  /** Asked of every request; null on loopback. */
  readonly token: RequestGuardOptions['token'];
  /** Names that requests may be addressed to. */
  readonly hosts: ServedHosts;
}

/** Bytes of a request that are read. */
const LONGEST_BODY = 1024 * 1024;

/** Lets requests and connections in that may come; others have their answer. */
export function gymGuard({ token, hosts }: GymApiOptions): MiddlewareHandler {
  // Container runners ask for it without a header.
  const isOpen = (path: string): boolean => path === '/health' || isHealthPath(path);
  return requestGuard({ token, hosts, wrong: new WrongTokens(), isOpen });
}

/** The routes of HTTP. Source: interchange.md 1.1, 1.3, 1.5, 1.7. */
export function gymApi(
  guard: MiddlewareHandler,
  parts: {
    readonly sessions: GymSessions;
    readonly episode: HttpEpisode;
    readonly named: NamedSessions;
    readonly health: ServerHealth;
  },
): Hono {
  const { sessions, episode, named, health } = parts;
  const { play } = sessions;
  const app = new Hono().use(observeRequests(health.metrics)).use(guard);
  app.use(
    bodyLimit({
      maxSize: LONGEST_BODY,
      onError: (context) =>
        context.req.path === '/mcp'
          ? context.json(tooLongForRpc(LONGEST_BODY))
          : context.json({ detail: `the body has more than ${LONGEST_BODY} bytes` }, 413),
    }),
  );
  addHealthRoutes(app, health);
  app.get('/health', (context) => context.json({ status: 'healthy' }));
  app.get('/metadata', (context) => context.json(metadata(episode)));
  const schema = gymSchema(sessions.coordinates);
  app.get('/schema', (context) => context.json(schema));
  const document = openApiDocument();
  app.get('/openapi.json', (context) => context.json(document as Record<string, unknown>));
  const page = gymPage(`Touchstone gym: ${play.title}`);
  for (const path of ['/', '/docs', '/redoc']) {
    app.get(path, (context) => {
      context.header('content-security-policy', "default-src 'none'");
      return context.html(page);
    });
  }
  app.get('/state', async (context) => context.json(await episode.using(async (session) => session.state)));
  app.post('/reset', async (context) => {
    const body = await bodyOf(context, { mayBeEmpty: true });
    if (!body.isValid) return refused(context, body.issues);
    return turn(context, await episode.using((session) => session.reset(body.value)), []);
  });
  app.post('/step', async (context) => {
    const body = await bodyOf(context, { mayBeEmpty: false });
    if (!body.isValid) return refused(context, body.issues);
    const issues = stepIssues(body.value);
    if (issues.length > 0) return refused(context, issues);
    const { action, ...rest } = body.value;
    return await episode.using(async (session) => {
      if (!episode.isKept) {
        // A phone of its own has to begin somewhere: where the request says, else with the first task.
        const begun = await session.reset({ task: play.tasks[0]?.id, ...rest });
        if (!begun.isValid) return turn(context, begun, []);
      }
      return turn(context, await session.step(action), ['action']);
    });
  });
  app.post('/mcp', async (context) =>
    context.json(await answerRpcText(await context.req.text(), { sessions, named, own: null })),
  );
  app.get('/pictures/:hash', async (context) => {
    const picture = await sessions.pictures.picture(context.req.param('hash'));
    if (picture === null) return context.json({ detail: 'no observation has named it lately' }, 404);
    context.header('cache-control', 'private, max-age=31536000, immutable');
    context.header('x-content-type-options', 'nosniff');
    return context.body(Uint8Array.from(picture.bytes), 200, { 'content-type': picture.mediaType });
  });
  addTaskRoutes(app, play);
  app.notFound((context) => context.json({ detail: 'Not Found' }, 404));
  app.onError((error, context) => {
    if (error instanceof PlayCapacityError) return context.json({ detail: messageOf(error) }, 503);
    const isTheirs = error instanceof TouchstoneError && error.fault === 'user';
    return context.json({ detail: messageOf(error) }, isTheirs ? 400 : 500);
  });
  return app;
}

function metadata({ isKept }: HttpEpisode): Record<string, string | null> {
  const how = isKept
    ? 'Over HTTP all requests share one episode; sessions of their own are on /ws.'
    : 'Over HTTP each request has an episode of its own; sessions are on /ws.';
  return {
    name: 'touchstone',
    description: `Mobile GUI tasks on a recorded or live phone. ${how}`,
    version: VERSION,
    readme_content: null,
    author: null,
    documentation_url: null,
  };
}

async function bodyOf(
  context: Context,
  { mayBeEmpty }: { readonly mayBeEmpty: boolean },
): Promise<Checked<Readonly<Record<string, unknown>>>> {
  const text = await context.req.text();
  if (text.trim() === '') {
    if (mayBeEmpty) return { isValid: true, value: {} };
    return { isValid: false, issues: [{ type: 'missing', loc: [], msg: 'Field required' }] };
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { isValid: false, issues: [{ type: 'json_invalid', loc: [], msg: 'JSON decode error' }] };
  }
  if (isObject(body)) return { isValid: true, value: body };
  return { isValid: false, issues: [{ type: 'dict_type', loc: [], msg: 'the body is an object' }] };
}

function stepIssues({
  action,
  timeout_s: timeout,
  request_id: id,
}: Readonly<Record<string, unknown>>): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (action === undefined) issues.push({ type: 'missing', loc: ['action'], msg: 'Field required' });
  else if (!isObject(action))
    issues.push({ type: 'dict_type', loc: ['action'], msg: 'an action is an object' });
  if (timeout !== undefined && timeout !== null && !(typeof timeout === 'number' && timeout > 0)) {
    issues.push({ type: 'greater_than', loc: ['timeout_s'], msg: 'should be a number above 0' });
  }
  if (id !== undefined && id !== null && !(typeof id === 'string' && id.length <= 255)) {
    issues.push({
      type: 'string_type',
      loc: ['request_id'],
      msg: 'should be a text of at most 255 characters',
    });
  }
  return issues;
}

/** @param under where in the body lies what does not fit */
function turn(context: Context, answer: Checked<GymTurn>, under: readonly string[]): Response {
  return answer.isValid ? context.json(wireResult(answer.value)) : refused(context, answer.issues, under);
}

function refused(
  context: Context,
  issues: readonly ValidationIssue[],
  under: readonly string[] = [],
): Response {
  return context.json(
    { detail: issues.map((issue) => ({ ...issue, loc: ['body', ...under, ...issue.loc] })) },
    422,
  );
}
