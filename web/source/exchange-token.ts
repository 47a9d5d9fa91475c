/**
 * Gives the token of the address to the server once, for a cookie that scripts cannot read, and takes it out of the address:
 * behind `#`, where it never reached a server's log.
 */
export async function exchangeToken(): Promise<void> {
  const found = /^#token=([\w-]+)$/.exec(location.hash);
  if (found === null) return;
  history.replaceState(null, '', location.pathname);
  await fetch('api/session', { method: 'POST', headers: { authorization: `Bearer ${found[1] ?? ''}` } });
}

/** Lets the reader in who opens the address with a token in a tab that is here already: only what is behind `#` changes then. */
export function hearTokens(): void {
  addEventListener('hashchange', () => {
    if (!/^#token=[\w-]+$/.test(location.hash)) return;
    void exchangeToken().finally(() => location.reload());
  });
}
