import { timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { WrongTokens } from './wrong-tokens.js';

/** Whom a server on this machine lets in. */
export interface RequestGuardOptions {
  /** Asked of every request where it is not null: `Authorization: Bearer …`, or `?token=` for the page alone. */
  readonly token: string | null;
  /** Host names that requests may be addressed to; null lets every name in. Keeps other pages of a browser out. */
  readonly hosts: { has(host: string): boolean } | null;
  /** A cookie that a page got for the token, and that stands for it from then on. */
  readonly cookie?: { readonly name: string; readonly value: string };
  /** Paths that are answered without a token, since they tell nothing; none unless given. */
  readonly isOpen?: (path: string) => boolean;
  /** Counts wrong tokens, and keeps those who try many from trying more. */
  readonly wrong?: WrongTokens;
}

/** What a browser says of requests by our own page, and of an address that somebody typed. Programs say nothing. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

/**
 * Lets a request through that is for this server, from its own page or a program, and bears the token; others get 403, and
 * 401 without the token; 429 where too many wrong ones came from.
 */
export function requestGuard(options: RequestGuardOptions): MiddlewareHandler {
  const { token, hosts, cookie, isOpen } = options;
  return async (context, next) => {
    const host = new URL(context.req.url).hostname;
    if (hosts !== null && !hosts.has(host)) return refuse(context, `not served as ${host}`);
    const origin = context.req.header('origin');
    // A page of somebody else's in the same browser could reach loopback too.
    if (origin !== undefined && !isSameOrigin(origin, context.req.url)) {
      return refuse(context, 'asked for by a page of another origin');
    }
    // Not every request of a page says its origin: pictures, scripts and forms that read do not.
    if (!OWN_SITES.has(context.req.header('sec-fetch-site') ?? 'none') && !isLinkToPage(context)) {
      return refuse(context, 'asked for by a page of another site');
    }
    if (token === null || isOpen?.(context.req.path) === true) return await next();
    if (cookie !== undefined && isEqual(getCookie(context, cookie.name) ?? '', cookie.value)) {
      return await next();
    }
    return (await refusedToken(context, token, options.wrong)) ?? (await next());
  };
}

function refuse(context: Context, error: string): Response {
  return context.json({ error, code: 'FORBIDDEN' }, 403);
}

/** Null for a request that bears the token. */
async function refusedToken(
  context: Context,
  token: string,
  wrong: WrongTokens | undefined,
): Promise<Response | null> {
  const address = addressOf(context);
  const seconds = wrong?.waitSeconds(address) ?? 0;
  if (seconds > 0) {
    context.header('retry-after', String(seconds));
    return context.json({ error: `too many wrong tokens; again in ${seconds} s`, code: 'TOO_MANY' }, 429);
  }
  const given = tokenOf(context);
  if (isEqual(given, token)) return null;
  if (given !== '') wrong?.add(address);
  return context.json({ error: 'the token is missing or wrong', code: 'UNAUTHORIZED' }, 401);
}

/** Where a request comes from; empty where no socket is known. */
function addressOf({ env }: Context): string {
  const served = env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  return served?.incoming?.socket?.remoteAddress ?? '';
}

/** @param origin as a browser says it: `null` where the page has none. Scheme, host and port must be ours. */
function isSameOrigin(origin: string, url: string): boolean {
  return URL.canParse(origin) && new URL(origin).origin === new URL(url).origin;
}

/** A link on another page may lead to ours, which does nothing by being shown. */
function isLinkToPage({ req }: Context): boolean {
  return req.method === 'GET' && req.path === '/' && req.header('sec-fetch-mode') === 'navigate';
}

function tokenOf({ req }: Context): string {
  const bearer = req.header('authorization')?.replace(/^Bearer /, '');
  return bearer ?? (req.path === '/' ? (req.query('token') ?? '') : '');
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
