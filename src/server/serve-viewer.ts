import { once } from 'node:events';
import { serve, type ServerType } from '@hono/node-server';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { UserError } from '../errors.js';

/** Where the viewer listens. */
export interface ServeViewerOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Whether the next free port does as well. */
  readonly orNext: boolean;
}

/** A viewer that listens. Disposing ends it, and every connection to it. */
export interface ServedViewer extends AsyncDisposable {
  readonly port: number;
}

/** Ports that are tried after one that is taken. */
const MOST_PORTS = 50;

/**
 * Answers requests for the viewer until disposed.
 *
 * @throws {UserError} where the port cannot be listened on
 */
export async function serveViewer(
  app: Pick<OpenAPIHono, 'fetch'>,
  { host, port, orNext }: ServeViewerOptions,
): Promise<ServedViewer> {
  const last = orNext && port !== 0 ? Math.min(port + MOST_PORTS, 65_535) : port;
  for (let tried = port; ; tried += 1) {
    const server = serve({ fetch: app.fetch, hostname: host, port: tried });
    try {
      await once(server, 'listening');
      return served(server, tried);
    } catch (error) {
      if (isTaken(error) && tried < last) continue;
      throw new UserError(`port ${tried} of ${host} cannot be listened on`, {
        cause: error,
        hint: 'Name another with --port, or 0 for any free one.',
      });
    }
  }
}

function served(server: ServerType, asked: number): ServedViewer {
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : asked,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      // Whoever follows events would keep it open.
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
