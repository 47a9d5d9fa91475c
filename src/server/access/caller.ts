import type { Context } from 'hono';
import type { AccessUser } from '../../formats/access/access-file.js';

/** Who makes a request, on a server that several people share. */
export interface Caller {
  readonly user: AccessUser;
  /** Where the request comes from. */
  readonly address: string;
  /**
   * Calls back once the user may not come any more. Returns what ends that; null for one who follows as much as one person
   * may already.
   */
  follow(onGone: () => void): (() => void) | null;
}

/** What a request is given along with; nothing of it comes from the request itself. */
export interface CallerEnvironment {
  readonly caller?: Caller;
}

/** Null where one person has the server alone. */
export function callerOf({ env }: Context): Caller | null {
  return (env as CallerEnvironment | undefined)?.caller ?? null;
}
