import { createHmac } from 'node:crypto';

/** The cookie that a page gets for the token, so that the token is in no address and no page after that. */
export interface ViewerSession {
  readonly name: string;
  readonly value: string;
  /** How long a browser keeps it; until it is closed unless given. */
  readonly maxAgeSeconds?: number;
}

/** Follows from the token: it outlives a server that is started again with the same one, and says nothing of it. */
export function viewerSession(token: string): ViewerSession {
  const derived = (what: string): string => createHmac('sha256', token).update(what).digest('hex');
  // Cookies are shared by all ports of a host: each viewer needs a name of its own.
  return { name: `touchstone-view-${derived('name').slice(0, 12)}`, value: derived('value') };
}
