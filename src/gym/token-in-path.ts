const PATH = /^\/t\/([\w.~-]{1,256})(\/.*)?$/;

/**
 * The path and token of an address that bears its token as a part of the path (`/t/TOKEN/ws`): clients that are given a base
 * address and nothing else, as the stock client of OpenEnv is, have no other place for it.
 */
export function tokenInPath(url: string): { readonly url: string; readonly token: string | null } {
  const [, token, rest = '/'] = PATH.exec(url) ?? [];
  return token === undefined ? { url, token: null } : { url: rest, token };
}

/** The request, with the token of its path where tokens belong. */
export function withToken(request: Request): Request {
  const { pathname, search, origin } = new URL(request.url);
  const { url, token } = tokenInPath(pathname);
  if (token === null) return request;
  const moved = new Request(`${origin}${url}${search}`, request);
  moved.headers.set('authorization', `Bearer ${token}`);
  return moved;
}
