/** Where a client on this machine finds what listens on a host: an address that stands for all of them is none to dial. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' || host === '[::]' ? '::1' : host;
}
