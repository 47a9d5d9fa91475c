import type { Context, MiddlewareHandler } from 'hono';
import type { ServedHosts } from './served-hosts.js';

/** What a browser says of requests by our own page, and of an address that somebody typed. Programs say nothing. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

/**
 * Lets a request through that is for this server, from its own page or a program; others get 403.
 *
 * @param hosts names that requests may be addressed to; null lets every name in
 */
export function originGuard(hosts: ServedHosts | null): MiddlewareHandler {
  return async (context, next) => refusedOrigin(context, hosts) ?? (await next());
}

/** Null for a request that may come in. */
export function refusedOrigin(context: Context, hosts: ServedHosts | null): Response | null {
  const host = new URL(context.req.url).hostname;
  if (hosts !== null && !hosts.has(host)) {
    const hint = `Use the address that the server printed, or start it with --served-as ${host}.`;
    return refuse(context, `not served as ${host}`, hint);
  }
  const origin = context.req.header('origin');
  // A page of somebody else's in the same browser could reach loopback too.
  if (origin !== undefined && !isSameOrigin(origin, context.req.url, hosts)) {
    return refuse(context, 'asked for by a page of another origin');
  }
  // Not every request of a page says its origin: pictures, scripts and forms that read do not.
  if (!OWN_SITES.has(context.req.header('sec-fetch-site') ?? 'none') && !isLinkToPage(context)) {
    return refuse(context, 'asked for by a page of another site');
  }
  return null;
}

function refuse(
  context: Context,
  error: string,
  hint = 'Open the page of this server itself; a program leaves Origin and Sec-Fetch-Site out.',
): Response {
  return context.json({ error, code: 'FORBIDDEN', hint }, 403);
}

/**
 * Scheme, host and port must be ours. Behind a proxy that speaks TLS, browsers say https where a request comes in by http.
 *
 * @param origin as a browser says it: `null` where the page has none
 */
function isSameOrigin(origin: string, url: string, hosts: ServedHosts | null): boolean {
  if (!URL.canParse(origin)) return false;
  const [theirs, ours] = [new URL(origin), new URL(url)];
  if (theirs.origin === ours.origin) return true;
  return (
    hosts?.isOfProxy?.(ours.hostname) === true && theirs.protocol === 'https:' && theirs.host === ours.host
  );
}

/** Whether a browser came by TLS, here or as far as a proxy. */
export function isOverTls({ req }: Context): boolean {
  const addresses = [req.url, req.header('origin') ?? ''];
  return addresses.some((address) => URL.canParse(address) && new URL(address).protocol === 'https:');
}

/** A link on another page may lead to ours, which does nothing by being shown. */
function isLinkToPage({ req }: Context): boolean {
  return req.method === 'GET' && req.path === '/' && req.header('sec-fetch-mode') === 'navigate';
}
