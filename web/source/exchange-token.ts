import { SourceError } from './viewer-source.js';

/** What a token is made of. */
const IN_ADDRESS = /^#token=([\w.~-]+)$/;

/**
 * Gives the token of the address to the server once, for a cookie that scripts cannot read, and takes it out of the address:
 * behind `#`, where it never reached a server's log.
 *
 * @throws {SourceError} where there is one, and it lets nobody in
 */
export async function exchangeToken(): Promise<void> {
  const found = IN_ADDRESS.exec(location.hash);
  if (found === null) return;
  history.replaceState(null, '', location.pathname);
  await giveToken(found[1] ?? '');
}

/** Lets the reader in who opens the address with a token in a tab that is here already: only what is behind `#` changes then. */
export function hearTokens(): void {
  addEventListener('hashchange', () => {
    if (!IN_ADDRESS.test(location.hash)) return;
    // Where it is wrong, whoever was in stays in.
    void exchangeToken()
      .catch(() => undefined)
      .finally(() => location.reload());
  });
}

/**
 * Gives a token to the server, for a cookie.
 *
 * @throws {SourceError} `wrongToken`, or why it was not looked at
 */
export async function giveToken(token: string): Promise<void> {
  // Of other letters there is none, and a header would not take them.
  if (!/^[\w.~-]+$/.test(token)) throw wrongToken();
  await session('POST', { authorization: `Bearer ${token}` });
}

/** Has the browser forget the cookie. @throws {SourceError} where the server cannot be asked */
export async function signOut(): Promise<void> {
  await session('DELETE', {});
}

async function session(method: 'POST' | 'DELETE', headers: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch('api/session', { method, headers }).catch(() => null);
  if (response === null) {
    throw new SourceError('The server cannot be reached', { status: 0, known: 'unreachable' });
  }
  if (response.ok) return;
  if (response.status === 401) {
    // Whoever has no cookie any more is out already.
    if (method === 'DELETE') return;
    throw wrongToken();
  }
  const said = (await response.json().catch(() => null)) as { readonly error?: string } | null;
  throw new SourceError(said?.error ?? `The server answers ${response.status}`, {
    status: response.status,
    known: response.status === 429 ? 'tooManyTokens' : null,
  });
}

function wrongToken(): SourceError {
  return new SourceError('The token is wrong', { status: 401, known: 'wrongToken' });
}
