import { hostname } from 'node:os';
import { isIP } from 'node:net';
import { LOOPBACK } from './loopback.js';

/** Names that requests may be addressed to. */
export interface ServedHosts {
  has(host: string): boolean;
  /** Whether a proxy, which may speak TLS, goes by it. */
  isOfProxy?(host: string): boolean;
}

/**
 * Names that a server on this host is asked for by. On loopback those of loopback alone; elsewhere this machine's name and the
 * host that it listens on, and any address in numbers: a name that somebody else's DNS leads here is none of them.
 *
 * @param more names that whoever started it gave it, such as that of a proxy
 */
export function servedHosts(host: string, more: readonly string[] = []): ServedHosts {
  const given = new Set(more.map((name) => name.toLowerCase()));
  const isOfProxy = (asked: string): boolean => given.has(asked.toLowerCase());
  if (LOOPBACK.has(host)) return { has: (asked) => LOOPBACK.has(asked) || isOfProxy(asked), isOfProxy };
  const own = hostname().toLowerCase();
  const names = new Set([...LOOPBACK, ...given, host.toLowerCase(), own, `${own}.local`]);
  return {
    has: (asked) => names.has(asked.toLowerCase()) || isIP(asked.replaceAll(/^\[|\]$/g, '')) !== 0,
    isOfProxy,
  };
}
