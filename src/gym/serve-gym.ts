import { once } from 'node:events';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import type { Play } from '../app/play/open-play.js';
import { UserError } from '../errors.js';
import { servedHosts } from '../http/served-hosts.js';
import { acceptConnections } from './sockets/accept-connections.js';
import { serveBatchSocket } from './sockets/batch-socket.js';
import { serveEnvironmentSocket } from './sockets/environment-socket.js';
import { gymApi, gymGuard } from './gym-api.js';
import { gymHealth } from './gym-health.js';
import type { GymCoordinates, GymPictures } from './gym-options.js';
import { GymSessions } from './gym-sessions.js';
import { freshEpisodes, keptEpisode } from './http-episode.js';
import { NamedSessions } from './json-rpc.js';
import { PictureShelf } from './picture-shelf.js';
import { serveRpcSocket } from './sockets/rpc-socket.js';
import type { RunnerTokens } from './runner-tokens.js';
import { withToken } from './token-in-path.js';

export interface ServeGymOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Further names that requests may be addressed to. */
  readonly servedAs?: readonly string[];
  /** What callers must show, be it one token or that of one of several people; null on loopback. */
  readonly token: string | RunnerTokens | null;
  readonly pictures: GymPictures;
  readonly coordinates: GymCoordinates;
  /** Seconds after which a session that nobody uses ends; null is never. */
  readonly timeoutSeconds: number | null;
  /** Whether all requests over HTTP are about one episode. */
  readonly keepsHttpEpisode: boolean;
  /** Rejects while nobody can be let in, so that it is not ready. */
  readonly requires?: () => Promise<unknown>;
}

/** A gym that listens. Disposing ends it and every session. The play stays its caller's. */
export interface ServedGym extends AsyncDisposable {
  readonly port: number;
}

/** Bytes of one message: an action, or the actions of a batch. */
const LONGEST_MESSAGE = 1024 * 1024;
const LONGEST_BATCH = 64 * 1024 * 1024;

/**
 * Serves the phones of a play to OpenEnv's clients and our own until disposed.
 *
 * @throws {UserError} where the port cannot be listened on
 */
export async function serveGym(play: Play, options: ServeGymOptions): Promise<ServedGym> {
  const { host, port, token, coordinates, timeoutSeconds } = options;
  const pictures = new PictureShelf(options.pictures);
  const sessions = new GymSessions(play, { coordinates, pictures, timeoutSeconds });
  const named = new NamedSessions(sessions);
  const episode = options.keepsHttpEpisode ? keptEpisode(sessions) : freshEpisodes(sessions);
  const tokens = token === null || typeof token === 'string' ? null : token;
  const hosts = servedHosts(host, options.servedAs);
  const guard = gymGuard({
    token: token === null || typeof token === 'string' ? token : token.verdict,
    hosts,
  });
  const health = await gymHealth(sessions, options.requires);
  const api = gymApi(guard, { sessions, episode, named, health });
  const server = serve({
    fetch: (request, given) => api.fetch(withToken(request), given),
    hostname: host,
    port,
  }) as Server;
  const connections = acceptConnections(server, {
    guard,
    follow: tokens?.follow ?? null,
    paths: new Map([
      [
        '/ws',
        {
          longest: LONGEST_MESSAGE,
          accept: (socket, wire) => serveEnvironmentSocket(socket, sessions, named, wire),
        },
      ],
      ['/mcp', { longest: LONGEST_MESSAGE, accept: (socket) => serveRpcSocket(socket, sessions, named) }],
      ['/batch', { longest: LONGEST_BATCH, accept: (socket) => serveBatchSocket(socket, sessions) }],
    ]),
  });
  await once(server, 'listening').catch((cause: unknown) => {
    throw new UserError(`port ${port} of ${host} cannot be listened on`, {
      cause,
      hint: 'Name another with --port, or 0 for any free one.',
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      connections[Symbol.dispose]();
      server.closeAllConnections();
      await closed;
      // Gives up what is under way, which the episode of HTTP would wait for.
      await sessions[Symbol.asyncDispose]();
      await episode[Symbol.asyncDispose]();
    },
  };
}
