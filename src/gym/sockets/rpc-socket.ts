import type { WebSocket } from 'ws';
import { closeQuietly, openFor } from './environment-socket.js';
import type { GymSessions } from '../gym-sessions.js';
import { answerRpcText, type NamedSessions } from '../json-rpc.js';
import { answerFrames } from './socket-frames.js';

/** `WS /mcp`: JSON-RPC over one connection, with one phone for it. */
export function serveRpcSocket(socket: WebSocket, sessions: GymSessions, named: NamedSessions): void {
  const session = openFor(socket, sessions, () => socket.close(1000));
  if (session === null) return;
  socket.on('close', () => closeQuietly({ sessions, named, own: session }));
  answerFrames(socket, async (text) =>
    JSON.stringify(await answerRpcText(text ?? '', { sessions, named, own: session })),
  );
}
