import { setImmediate as nextRound } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { PlayCapacityError } from '../../app/play/play-errors.js';
import type { GymSession, GymTurn } from '../gym-session.js';
import type { GymSessions } from '../gym-sessions.js';
import { messageOf } from '../message-of.js';
import { answerFrames } from './socket-frames.js';
import { isObject, type Checked } from '../validation-issue.js';
import { wireText } from '../wire-observation.js';

/** Items that are begun before others on this machine get their turn. */
const AT_ONCE = 50;

/**
 * `/batch`, which is ours and no part of OpenEnv: one connection with many phones, of which one message resets or steps as many as
 * it names. `{type: "open", count}` → `{type: "opened", sessions}` · `{type: "reset", items: [{session, task?, repeat?, seed?}]}`
 * and `{type: "step", items: [{session, action}]}` → `{type: "results", items}`, in the order asked for, each with
 * `observation`, `reward`, `done` and `info`, or with `error` · `{type: "close"}` ends all.
 */
export function serveBatchSocket(socket: WebSocket, sessions: GymSessions): void {
  const phones: (GymSession | null)[] = [];
  const end = async (): Promise<void> => {
    const open = phones.splice(0).filter((phone) => phone !== null);
    await Promise.all(open.map((phone) => sessions.close(phone)));
  };
  socket.on('close', () => void end().catch(() => undefined));
  const answer = async (text: string | null): Promise<string | null> => {
    const message = read(text);
    switch (message?.['type']) {
      case 'open':
        return JSON.stringify(open(message['count'], phones, sessions));
      case 'reset':
        return await each(message['items'], phones, (phone, item) => phone.reset(item));
      case 'step':
        return await each(message['items'], phones, (phone, item) => phone.step(item['action']));
      case 'close':
        await end();
        socket.close(1000);
        return null;
      default:
        return JSON.stringify(
          problem('VALIDATION_ERROR', 'a message is an object of type open, reset, step or close'),
        );
    }
  };
  answerFrames(socket, answer, { limits: { messages: 1, characters: 0 } });
}

function read(text: string | null): Readonly<Record<string, unknown>> | null {
  if (text === null) return null;
  try {
    const message: unknown = JSON.parse(text);
    return isObject(message) ? message : null;
  } catch {
    return null;
  }
}

function open(count: unknown, phones: (GymSession | null)[], sessions: GymSessions): unknown {
  if (!Number.isSafeInteger(count) || Number(count) < 1) {
    return problem('VALIDATION_ERROR', 'count is a whole number from 1');
  }
  const { active, maxSessions } = sessions.play;
  // All of them or none.
  if (active + Number(count) > maxSessions) {
    const { message } = new PlayCapacityError(active, maxSessions);
    return problem('CAPACITY_REACHED', message, { active_sessions: active, max_sessions: maxSessions });
  }
  const opened = Array.from({ length: Number(count) }, () => {
    const place = phones.length;
    phones.push(
      sessions.open(() => {
        phones[place] = null;
      }),
    );
    return place;
  });
  return { type: 'opened', sessions: opened };
}

type Item = Readonly<Record<string, unknown>>;

async function each(
  items: unknown,
  phones: readonly (GymSession | null)[],
  work: (phone: GymSession, item: Item) => Promise<Checked<GymTurn>>,
): Promise<string> {
  if (!Array.isArray(items)) return JSON.stringify(problem('VALIDATION_ERROR', 'items is a list'));
  if (items.length > phones.length) {
    const message = `${items.length} items, and no more than ${phones.length} sessions here`;
    return JSON.stringify(problem('VALIDATION_ERROR', message));
  }
  const asked = new Set<unknown>();
  const results: Promise<string>[] = [];
  for (const item of items as readonly unknown[]) {
    const place = isObject(item) ? item['session'] : undefined;
    const isTwice = place !== undefined && asked.has(place);
    asked.add(place);
    results.push(
      isTwice
        ? Promise.resolve(failed('VALIDATION_ERROR', 'the session is named twice in one message'))
        : one(item, phones, work),
    );
    // Not waited for: a slow phone holds nobody else up.
    if (results.length % AT_ONCE === 0) await nextRound();
  }
  return `{"type":"results","items":[${(await Promise.all(results)).join(',')}]}`;
}

async function one(
  item: unknown,
  phones: readonly (GymSession | null)[],
  work: (phone: GymSession, item: Item) => Promise<Checked<GymTurn>>,
): Promise<string> {
  const place = isObject(item) ? item['session'] : undefined;
  const phone = typeof place === 'number' ? phones[place] : undefined;
  if (!isObject(item) || phone === undefined)
    return failed('VALIDATION_ERROR', 'there is no such session here');
  if (phone === null) return failed('SESSION_ERROR', 'the session was idle for too long, and is over');
  try {
    const answer = await work(phone, item);
    if (!answer.isValid) return failed('VALIDATION_ERROR', 'Invalid message', { errors: answer.issues });
    const { task, repeat, seed, maxSteps, ended } = answer.value.turn;
    const end = ended === null ? {} : { outcome: ended.outcome, end: ended.end.reason };
    const info = { task: task.id, repeat, seed, max_steps: maxSteps, ...end };
    return `{${wireText(answer.value)},"info":${JSON.stringify(info)}}`;
  } catch (error) {
    return failed('EXECUTION_ERROR', messageOf(error));
  }
}

function failed(code: string, message: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ error: { code, message, ...more } });
}

function problem(code: string, message: string, more: Readonly<Record<string, unknown>> = {}): unknown {
  return { type: 'error', data: { message, code, ...more } };
}
