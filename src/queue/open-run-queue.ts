import { QueueError } from './queue-error.js';
import type { OpenQueueOptions, RunQueue } from './run-queue.js';

/**
 * Opens the queue of a URL: `redis://[USER:PASSWORD@]HOST[:PORT][/DB]`, or `rediss://` over TLS.
 *
 * @param password in place of one in the URL
 * @throws {QueueError} when it is not there, too old, full, or refuses the password
 */
export async function openRunQueue(
  url: string,
  { password, ...options }: OpenQueueOptions & { readonly password?: string | undefined },
): Promise<RunQueue> {
  const hint = 'Name it as redis://HOST:PORT or redis://HOST:PORT/DB.';
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new QueueError('the queue is not named by a URL', { hint });
  }
  if (parsed.protocol !== 'redis:' && parsed.protocol !== 'rediss:') {
    throw new QueueError(`there is no queue of kind ${parsed.protocol.slice(0, -1)}`, { hint });
  }
  if (parsed.hostname === '') throw new QueueError('the URL of the queue names no host', { hint });
  if (!/^\/?\d*$/.test(parsed.pathname)) {
    throw new QueueError('what follows the host of the queue is the number of a database', { hint });
  }
  if (parsed.search !== '' || parsed.hash !== '') {
    throw new QueueError('the URL of a queue has nothing after its database', {
      hint: 'Give a password in TOUCHSTONE_QUEUE_PASSWORD.',
    });
  }
  if (password !== undefined && password !== '' && parsed.password === '') {
    parsed.password = encodeURIComponent(password);
  }
  const { openRedisQueue } = await import('./redis/redis-run-queue.js');
  return await openRedisQueue(parsed, options);
}
