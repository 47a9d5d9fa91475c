import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { UserError } from '../errors.js';
import { addHealthRoutes, isHealthPath, type ServerHealth } from '../http/health-routes.js';
import { ServerMetrics } from '../http/metrics/server-metrics.js';
import { requestGuard } from '../http/request-guard.js';
import { servedHosts } from '../http/served-hosts.js';
import { WrongTokens } from '../http/wrong-tokens.js';

export interface ServeHealthOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Asked of those who read metrics; null on loopback. */
  readonly token: string | null;
  readonly isReady: ServerHealth['isReady'];
  /** Adds what the process counts. */
  readonly describe: (metrics: ServerMetrics) => void;
}

/** Health and metrics that listen. Disposing ends them. */
export interface ServedHealth extends AsyncDisposable {
  readonly port: number;
}

/**
 * Serves health and metrics of a process that serves nothing else.
 *
 * @throws {UserError} where the port cannot be listened on
 */
export async function serveHealth(options: ServeHealthOptions): Promise<ServedHealth> {
  const { host, port, token, isReady, describe } = options;
  const metrics = await ServerMetrics.open();
  describe(metrics);
  const app = new Hono().use(
    requestGuard({ token, hosts: servedHosts(host), wrong: new WrongTokens(), isOpen: isHealthPath }),
  );
  addHealthRoutes(app, { isReady, metrics });
  const server = serve({ fetch: app.fetch, hostname: host.replaceAll(/^\[|\]$/g, ''), port });
  await once(server, 'listening').catch((cause: unknown) => {
    throw new UserError(`port ${port} of ${host} cannot be listened on`, {
      cause,
      hint: 'Name another with --health, or 0 for any free one.',
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
