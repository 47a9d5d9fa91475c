import { timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';

/** Whom a server on this machine lets in. */
export interface RequestGuardOptions {
  /** Asked of every request where it is not null: `Authorization: Bearer …`, or `?token=` for the page alone. */
  readonly token: string | null;
  /** Host names that requests may be addressed to; null lets every name in. Keeps other pages of a browser out. */
  readonly hosts: ReadonlySet<string> | null;
}

/** What a browser says of requests by our own page, and of an address that somebody typed. Programs say nothing. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

/**
 * Lets a request through that is for this server, from its own page or a program, and bears the token; others get 403, and
 * 401 without the token.
 */
export function requestGuard({ token, hosts }: RequestGuardOptions): MiddlewareHandler {
  return async (context, next) => {
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
    return await next();
  };
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
