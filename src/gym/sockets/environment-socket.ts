import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { PlayCapacityError } from '../../app/play/play-errors.js';
import type { GymSession, GymTurn } from '../gym-session.js';
import type { GymSessions } from '../gym-sessions.js';
import { answerRpc, type NamedSessions, type RpcParts } from '../json-rpc.js';
import { messageOf } from '../message-of.js';
import { answerFrames } from './socket-frames.js';
import { isObject, type Checked, type ValidationIssue } from '../validation-issue.js';
import { wireText } from '../wire-observation.js';

type Reply = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

/** `/ws`: one phone for each connection, from its beginning to its end. */
export function serveEnvironmentSocket(
  socket: WebSocket,
  sessions: GymSessions,
  named: NamedSessions,
  wire: Duplex | null = null,
): void {
  let isGone = false;
  const session = openFor(socket, sessions, () => {
    isGone = true;
    // Nobody would tell a client that does not read.
    if (socket.bufferedAmount > 0) socket.terminate();
  });
  if (session === null) return;
  socket.on('close', () => closeQuietly({ sessions, named, own: session }));
  const parts = { session, sessions, named };
  const answer = async (text: string | null): Promise<string | null> => {
    if (isGone) {
      setImmediate(() => socket.close(1000));
      return JSON.stringify(problem('SESSION_ERROR', 'the session was idle for too long, and is over'));
    }
    const reply = await answerMessage(text, parts);
    if (typeof reply !== 'string') return JSON.stringify(reply);
    if (reply !== 'close') return reply;
    await sessions.close(session);
    socket.close(1000);
    return null;
  };
  answerFrames(socket, answer, { wire });
}

/** A phone for a connection; where there is none, says so and closes it. */
export function openFor(socket: WebSocket, sessions: GymSessions, onIdle: () => void): GymSession | null {
  try {
    return sessions.open(onIdle);
  } catch (error) {
    socket.on('error', () => undefined);
    socket.send(JSON.stringify(failureReply(error)));
    socket.close(1013);
    return null;
  }
}

function failureReply(error: unknown): Reply {
  if (error instanceof PlayCapacityError) {
    const { active, most } = error;
    return problem('CAPACITY_REACHED', error.message, { active_sessions: active, max_sessions: most });
  }
  return problem('FACTORY_ERROR', messageOf(error), { factory_name: 'touchstone' });
}

interface MessageParts {
  readonly session: GymSession;
  readonly sessions: GymSessions;
  readonly named: NamedSessions;
}

/** The reply to one frame, or its text; `close` where the client takes its leave. Null stands for a binary frame. */
function answerMessage(text: string | null, parts: MessageParts): Reply | Promise<Reply | string> {
  if (text === null)
    return invalidMessage([{ type: 'string_type', loc: [], msg: 'messages are text frames' }]);
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch (error) {
    return problem('INVALID_JSON', `Invalid JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (!isObject(message))
    return invalidMessage([{ type: 'dict_type', loc: [], msg: 'a message is an object' }]);
  const { type, data } = message;
  const has = typeof type === 'string' ? TYPES.get(type) : undefined;
  if (typeof type !== 'string' || has === undefined) {
    const said = typeof type === 'string' ? type.slice(0, 100) : typeof type;
    return problem('UNKNOWN_TYPE', `Unknown message type: ${said}`);
  }
  const stranger = Object.keys(message).find(
    (key) => key !== 'type' && !(key === 'data' && has !== 'nothing'),
  );
  if (stranger !== undefined) {
    return invalidMessage([
      { type: 'extra_forbidden', loc: [stranger.slice(0, 100)], msg: 'a message has no such key' },
    ]);
  }
  if (data === undefined && has === 'data') {
    return invalidMessage([{ type: 'missing', loc: ['data'], msg: 'this message has data' }]);
  }
  return carryOut(type, data ?? {}, parts);
}

/** Messages, and whether they bring data along. */
const TYPES: ReadonlyMap<string, 'data' | 'maybe' | 'nothing'> = new Map([
  ['reset', 'maybe'],
  ['step', 'data'],
  ['mcp', 'data'],
  ['state', 'nothing'],
  ['close', 'nothing'],
]);

async function carryOut(
  type: string,
  data: unknown,
  { session, sessions, named }: MessageParts,
): Promise<Reply | string> {
  try {
    switch (type) {
      case 'reset':
        return observationReply(await session.reset(data));
      case 'step':
        return observationReply(await session.step(data));
      case 'state':
        return { type: 'state', data: { ...session.state } };
      case 'mcp':
        if (!isObject(data))
          return invalidMessage([{ type: 'dict_type', loc: ['data'], msg: 'should be an object' }]);
        return { type: 'mcp', data: { ...(await answerRpc(data, { sessions, named, own: session })) } };
      default:
        return 'close';
    }
  } catch (error) {
    return problem('EXECUTION_ERROR', messageOf(error));
  }
}

function observationReply(answer: Checked<GymTurn>): Reply | string {
  if (!answer.isValid) return invalidMessage(answer.issues);
  return `{"type":"observation","data":{${wireText(answer.value)}}}`;
}

function invalidMessage(errors: readonly ValidationIssue[]): Reply {
  return problem('VALIDATION_ERROR', 'Invalid message', { errors });
}

function problem(code: string, message: string, more: Readonly<Record<string, unknown>> = {}): Reply {
  return { type: 'error', data: { message, code, ...more } };
}

/** Ends what a connection had: its phone, and those that it opened by name. */
export function closeQuietly({ sessions, named, own }: RpcParts & { readonly own: GymSession }): void {
  for (const closing of [named.closeOf(own), sessions.close(own)]) closing.catch(() => undefined);
}
