import type { Context } from 'hono';

/** Where a request comes from; empty where no socket is known. */
export function addressOf({ env }: Context): string {
  const served = env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  return served?.incoming?.socket?.remoteAddress ?? '';
}
