import { timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { addressOf } from './address-of.js';
import { bearerToken } from './bearer-token.js';
import { refusedOrigin } from './origin-guard.js';
import type { WrongTokens } from './wrong-tokens.js';
import type { ServedHosts } from './served-hosts.js';

/** What somebody else says of a token: nobody's, not to be told just now, or of somebody who may not come here, and why. */
export type TokenVerdict = 'known' | 'wrong' | 'unknown' | { readonly forbidden: string };

/** Whom a server on this machine lets in. */
export interface RequestGuardOptions {
  /**
   * Asked of every request where it is not null: `Authorization: Bearer …`, or `?token=` for the page alone. A function says of
   * each token whether it lets in.
   */
  readonly token: string | null | ((given: string) => Promise<TokenVerdict>);
  /** Host names that requests may be addressed to; null lets every name in. Keeps other pages of a browser out. */
  readonly hosts: ServedHosts | null;
  /** A cookie that a page got for the token, and that stands for it from then on. */
  readonly cookie?: { readonly name: string; readonly value: string };
  /** Paths that are answered without a token, since they tell nothing; none unless given. */
  readonly isOpen?: (path: string) => boolean;
  /** Counts wrong tokens, and keeps those who try many from trying more. */
  readonly wrong?: WrongTokens;
}

/**
 * Lets a request through that is for this server, from its own page or a program, and bears the token; others get 403, and
 * 401 without the token; 429 where too many wrong ones came from.
 */
export function requestGuard(options: RequestGuardOptions): MiddlewareHandler {
  const { token, hosts, cookie, isOpen } = options;
  return async (context, next) => {
    const refused = refusedOrigin(context, hosts);
    if (refused !== null) return refused;
    if (token === null || isOpen?.(context.req.path) === true) return await next();
    if (cookie !== undefined && isEqual(getCookie(context, cookie.name) ?? '', cookie.value)) {
      return await next();
    }
    return (await refusedToken(context, token, options.wrong)) ?? (await next());
  };
}

/** Null for a request that bears the token. */
async function refusedToken(
  context: Context,
  token: Exclude<RequestGuardOptions['token'], null>,
  wrong: WrongTokens | undefined,
): Promise<Response | null> {
  const address = addressOf(context);
  const seconds = wrong?.waitSeconds(address) ?? 0;
  if (seconds > 0) return tooManyWrong(context, seconds);
  const given = bearerToken(context);
  const verdict =
    typeof token === 'string' ? (isEqual(given, token) ? 'known' : 'wrong') : await token(given);
  if (verdict === 'known') return null;
  if (verdict === 'unknown') return usersUnread(context);
  if (verdict !== 'wrong') {
    const hint = 'Ask whoever keeps the users of this server for another role.';
    return context.json({ error: verdict.forbidden, code: 'FORBIDDEN', hint }, 403);
  }
  if (given !== '') wrong?.add(address);
  return withoutToken(context);
}

/** For a request without a token, or with one that lets nobody in. */
export function withoutToken(context: Context): Response {
  const hint =
    'Send "Authorization: Bearer TOKEN"; whoever runs this server has the token, or gives you one.';
  return context.json({ error: 'the token is missing or wrong', code: 'UNAUTHORIZED', hint }, 401);
}

/** For a request whose token nobody can look up. What is wrong with the file of the users is no word for strangers. */
function usersUnread(context: Context): Response {
  const hint = 'Why stands where the server was started: whoever runs it repairs the file.';
  return context.json(
    { error: 'the users of this server cannot be read, so nobody is let in', code: 'USERS', hint },
    503,
  );
}

/** For a request from where too many wrong tokens came. @param seconds until it is heard again */
export function tooManyWrong(context: Context, seconds: number): Response {
  return tooMany(context, seconds, 'too many wrong tokens');
}

/** For a request that comes too early. @param seconds until it is heard again */
export function tooMany(context: Context, seconds: number, what: string): Response {
  context.header('retry-after', String(seconds));
  return context.json({ error: `${what}; again in ${seconds} s`, code: 'TOO_MANY' }, 429);
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
