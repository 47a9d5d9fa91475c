import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { AccessList } from '../../app/access/access-list.js';
import { AuditLogError, type AuditLog } from '../../app/access/audit-log.js';
import { mayDo } from '../../domain/access/access-role.js';
import { TouchstoneError } from '../../errors.js';
import type { AccessUser } from '../../formats/access/access-file.js';
import { addressOf } from '../../http/address-of.js';
import { bearerToken } from '../../http/bearer-token.js';
import { addHealthRoutes, isHealthPath, METRICS_PATH, type ServerHealth } from '../../http/health-routes.js';
import { originGuard } from '../../http/origin-guard.js';
import { tooMany, tooManyWrong, withoutToken } from '../../http/request-guard.js';
import type { RequestRates } from '../../http/request-rates.js';
import type { WrongTokens } from '../../http/wrong-tokens.js';
import { newApi } from '../api-frame.js';
import { errorAnswer, failure } from '../error-answer.js';
import { isOpenPath } from '../open-path.js';
import { addPageRoutes } from '../page-routes.js';
import type { ViewerServices } from '../viewer-services.js';
import type { AccessSessions } from './access-sessions.js';
import { callerOf, type Caller, type CallerEnvironment } from './caller.js';
import { refuse, writeRefused } from './role-guard.js';
import { operatorApi, teamApi, type SharedApiOptions } from './shared-apis.js';
import type { ServedHosts } from '../../http/served-hosts.js';

/** What a server that several people share answers from. */
export interface AccessGateOptions {
  readonly users: AccessList;
  readonly sessions: AccessSessions;
  readonly audit: AuditLog;
  /** The runs of a team, opened when they are first asked for. */
  readonly servicesOf: (team: string) => Promise<ViewerServices>;
  /** Names that requests may be addressed to. */
  readonly hosts: ServedHosts;
  /** Folder of the built application. */
  readonly page: string;
  readonly rates: RequestRates;
  readonly wrong: WrongTokens;
  /** What the server says of itself; nothing unless given. */
  readonly health?: ServerHealth;
}

/** Streams of events that one person follows at a time: some windows with some pages. */
const MOST_FOLLOWED = 64;

/**
 * Everything that is asked of a server that several people share: finds out who asks, how often, and gives the request to what
 * the team and role of that person may see. Open without a token is only what `isOpenPath` names.
 */
export function accessGate(options: AccessGateOptions): OpenAPIHono {
  const { hosts, page, rates, health, audit } = options;
  const identify = identifier(options);
  const apiOf = apis(options);
  const app = newApi();
  app.use(originGuard(hosts));
  app.use(async (context, next) => {
    const { path } = context.req;
    // Whoever watches the server asks as often as they like.
    if (isHealthPath(path)) return await next();
    if (isOpenPath(path)) return tooOften(context, rates, `address ${addressOf(context)}`) ?? (await next());
    const found = await identify(context);
    if (found instanceof Response) return found;
    const { user } = found;
    const refused = tooOften(context, rates, `user ${user.name}`);
    if (refused !== null) return refused;
    if (path === METRICS_PATH) {
      if (mayDo(user.role, 'operate')) return await next();
      const { name, role, team } = user;
      const { address } = found;
      await writeRefused(audit, { user: name, role, team, address, operation: 'readMetrics', run: null });
      return refuse(context, role, 'operate');
    }
    const environment: CallerEnvironment & object = { ...(context.env as object), caller: found };
    return await (await apiOf(user)).fetch(context.req.raw, environment);
  });
  if (health !== undefined) {
    const mayKnow = async (context: Context): Promise<boolean> => {
      if (bearerToken(context) === '') return false;
      const found = await identify(context);
      return !(found instanceof Response) && mayDo(found.user.role, 'operate');
    };
    addHealthRoutes(app, health, { mayKnow });
  }
  addPageRoutes(app, page);
  app.notFound((context) => failure(context, 404, `there is nothing at ${context.req.path}`));
  app.onError(errorAnswer);
  return app;
}

function tooOften(context: Context, rates: RequestRates, name: string): Response | null {
  const seconds = rates.take(name);
  return seconds === 0 ? null : tooMany(context, seconds, 'too many requests');
}

/** Finds out who asks, or answers who may not. */
function identifier({
  users,
  sessions,
  audit,
  rates,
  wrong,
}: AccessGateOptions): (context: Context) => Promise<Caller | Response> {
  const followed = new Map<string, number>();
  const callerFor = (user: AccessUser, address: string): Caller => ({
    user,
    address,
    follow: (onGone) => {
      const count = followed.get(user.name) ?? 0;
      if (count >= MOST_FOLLOWED) return null;
      followed.set(user.name, count + 1);
      const stop = users.follow(user, onGone);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        stop();
        const left = (followed.get(user.name) ?? 1) - 1;
        if (left === 0) followed.delete(user.name);
        else followed.set(user.name, left);
      };
    },
  });
  const refuse = async (context: Context, address: string, token: string): Promise<Response> => {
    const often = tooOften(context, rates, `address ${address}`);
    if (often !== null) return often;
    if (token !== '') {
      wrong.add(address);
      await audit.write({ type: 'wrong-token', address }).catch((error: unknown) => {
        // Refused it is in any case.
        if (!(error instanceof AuditLogError)) throw error;
      });
    }
    return withoutToken(context);
  };
  return async (context) => {
    const address = addressOf(context);
    try {
      const token = bearerToken(context);
      // Who shows a token is its owner, whoever used this browser before.
      const cookie = token === '' ? getCookie(context, sessions.name) : undefined;
      const known = cookie === undefined ? null : await sessions.userOf(cookie, users);
      if (known !== null) return callerFor(known, address);
      const seconds = wrong.waitSeconds(address);
      if (seconds > 0) return tooManyWrong(context, seconds);
      const user = token === '' ? null : await users.userOf(token);
      return user === null ? await refuse(context, address, token) : callerFor(user, address);
    } catch (error) {
      if (!(error instanceof TouchstoneError)) throw error;
      // As if nobody were in it: whoever was removed might be in what was read before.
      return failure(context, 503, 'the users of this server cannot be read, so nobody is let in', {
        code: error.code,
        hint: 'Why stands where the server was started: whoever runs it repairs the file.',
      });
    }
  };
}

/** What each team is answered, made when somebody of it first asks. */
function apis({ sessions, audit, servicesOf, health }: AccessGateOptions) {
  const shared: SharedApiOptions = {
    audit,
    metrics: health?.metrics ?? null,
    sessionOf: (context) => {
      const caller = callerOf(context);
      if (caller === null) throw new Error('a cookie is for somebody');
      return sessions.of(caller.user);
    },
  };
  const operators = operatorApi(shared);
  const teams = new Map<ViewerServices, ReturnType<typeof teamApi>>();
  return async ({ team }: AccessUser): Promise<{ readonly fetch: typeof operators.fetch }> => {
    if (team === null) return operators;
    const services = await servicesOf(team);
    const api = teams.get(services) ?? teamApi(services, shared);
    teams.set(services, api);
    return api;
  };
}
