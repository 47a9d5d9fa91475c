import { randomUUID } from 'node:crypto';
import { PlayCapacityError } from '../app/play/play-errors.js';
import { ACTION_TYPES, type ActionTypeName } from './actions/action-type.js';
import { gymTools } from './gym-schema.js';
import type { GymSession } from './gym-session.js';
import type { GymSessions } from './gym-sessions.js';
import { messageOf } from './message-of.js';
import { isObject } from './validation-issue.js';

type Id = string | number | null;

/** An answer of JSON-RPC 2.0. */
export type RpcAnswer = { readonly jsonrpc: '2.0'; readonly id: Id } & (
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
);

/** Ends an answer with an error of the protocol. */
class RpcFailure extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const CAPACITY = -32_000;
const PARSE = -32_700;
const INVALID_REQUEST = -32_600;
const NO_METHOD = -32_601;
const INVALID_PARAMS = -32_602;
const INTERNAL = -32_603;

const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

/** Sessions that callers have opened beside the phone of their connection, by the name that they got, which nobody can guess. */
export class NamedSessions {
  readonly #sessions: GymSessions;
  readonly #named = new Map<string, { readonly session: GymSession; readonly owner: GymSession | null }>();

  constructor(sessions: GymSessions) {
    this.#sessions = sessions;
  }

  /** @param owner phone of the connection that it ends with; null for a caller without one */
  create(owner: GymSession | null): string {
    const name = `s-${randomUUID()}`;
    const session = this.#sessions.open(() => void this.#named.delete(name));
    this.#named.set(name, { session, owner });
    return name;
  }

  of(name: unknown): GymSession {
    const named = typeof name === 'string' ? this.#named.get(name) : undefined;
    if (named === undefined) throw new RpcFailure(INVALID_PARAMS, 'There is no session of that name');
    return named.session;
  }

  async close(name: unknown): Promise<void> {
    const session = this.of(name);
    this.#named.delete(String(name));
    await this.#sessions.close(session);
  }

  /** Ends what a connection has opened. */
  async closeOf(owner: GymSession): Promise<void> {
    const names = [...this.#named].flatMap(([name, named]) => (named.owner === owner ? [name] : []));
    await Promise.all(names.map((name) => this.close(name)));
  }
}

/** Answers a request in text, as bodies have it. */
export async function answerRpcText(text: string, parts: RpcParts): Promise<RpcAnswer> {
  let request: unknown;
  try {
    request = JSON.parse(text);
  } catch {
    return failure(null, new RpcFailure(PARSE, 'Parse error'));
  }
  return await answerRpc(request, parts);
}

/** The answer to a body that is not read, so long is it. */
export function tooLongForRpc(most: number): RpcAnswer {
  return failure(null, new RpcFailure(INVALID_REQUEST, `Invalid Request: more than ${most} bytes`));
}

export interface RpcParts {
  readonly sessions: GymSessions;
  readonly named: NamedSessions;
  /** The phone of the connection; null where each call has one of its own. */
  readonly own: GymSession | null;
}

/**
 * Answers one request of JSON-RPC with the methods that MCP names: the actions are its tools. It is not a whole MCP server, and
 * has no `initialize`.
 */
export async function answerRpc(request: unknown, parts: RpcParts): Promise<RpcAnswer> {
  const id = isObject(request) && isId(request['id']) ? request['id'] : null;
  try {
    return { jsonrpc: '2.0', id, result: await resultOf(request, parts) };
  } catch (error) {
    return failure(id, error);
  }
}

function failure(id: Id, error: unknown): RpcAnswer {
  if (error instanceof RpcFailure) {
    const { code, message, data } = error;
    return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
  if (error instanceof PlayCapacityError) {
    const data = { active_sessions: error.active, max_sessions: error.most };
    return { jsonrpc: '2.0', id, error: { code: CAPACITY, message: error.message, data } };
  }
  return { jsonrpc: '2.0', id, error: { code: INTERNAL, message: messageOf(error) } };
}

async function resultOf(request: unknown, parts: RpcParts): Promise<unknown> {
  if (!isObject(request) || request['jsonrpc'] !== '2.0' || typeof request['method'] !== 'string') {
    throw new RpcFailure(INVALID_REQUEST, 'Invalid Request');
  }
  const stranger = Object.keys(request).find((member) => !MEMBERS.has(member));
  if (stranger !== undefined)
    throw new RpcFailure(INVALID_REQUEST, `Invalid Request: unknown member ${stranger.slice(0, 100)}`);
  const params = request['params'] ?? {};
  if (!isObject(params)) throw new RpcFailure(INVALID_PARAMS, 'params is an object');
  const { named } = parts;
  switch (request['method']) {
    case 'tools/list':
      return { tools: gymTools() };
    case 'tools/call':
      return await callTool(params, parts);
    case 'openenv/session/create':
      return { session_id: named.create(parts.own) };
    case 'openenv/session/close':
      await named.close(params['session_id']);
      return { session_id: params['session_id'], closed: true };
    default:
      throw new RpcFailure(NO_METHOD, `Method not found: ${request['method'].slice(0, 100)}`);
  }
}

async function callTool(
  params: Readonly<Record<string, unknown>>,
  { named, own, sessions }: RpcParts,
): Promise<unknown> {
  const { name, arguments: fields = {}, session_id: sessionId } = params;
  if (!isTool(name)) {
    throw new RpcFailure(INVALID_PARAMS, `There is no tool ${String(name).slice(0, 100)}`);
  }
  if (!isObject(fields)) throw new RpcFailure(INVALID_PARAMS, 'arguments is an object');
  const given = sessionId === undefined || sessionId === null ? own : named.of(sessionId);
  const session = given ?? sessions.open();
  try {
    // Tools have none that begins an episode.
    if (!session.hasBegun) await session.reset({});
    const done = await session.step({ ...fields, type: name });
    if (!done.isValid) throw new RpcFailure(INVALID_PARAMS, 'Invalid params', done.issues);
    const word = ACTION_TYPES[name].done;
    const text = done.value.turn.ended !== null ? `${word}; the episode is over` : word;
    return { content: [{ type: 'text', text }] };
  } finally {
    if (given === null) await sessions.close(session);
  }
}

function isTool(name: unknown): name is ActionTypeName {
  return typeof name === 'string' && Object.hasOwn(ACTION_TYPES, name);
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || typeof id === 'number' || id === null;
}
