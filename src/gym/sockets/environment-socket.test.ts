import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { DatasetError } from '../../errors.js';
import { fakeBenchmark } from '../../testing/fake-benchmark.js';
import { playOf } from '../../testing/play-of.js';
import { GymSessions } from '../gym-sessions.js';
import { NamedSessions } from '../json-rpc.js';
import { PictureShelf } from '../picture-shelf.js';
import { serveEnvironmentSocket } from './environment-socket.js';
import { answerFrames } from './socket-frames.js';

/** The server's end of a connection whose other end is the test. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  /** Bytes that the other end has not read. */
  bufferedAmount = 0;
  readonly sent: string[] = [];
  readonly closed: number[] = [];
  flush: () => void = () => undefined;

  get asSocket(): WebSocket {
    // All of it that servers use.
    return this as unknown as WebSocket;
  }

  send(text: string, onSent?: () => void): void {
    this.sent.push(text);
    if (onSent !== undefined) this.flush = onSent;
  }

  close(code: number): void {
    this.closed.push(code);
    this.readyState = 2;
  }

  terminate(): void {
    this.close(1006);
  }

  say(message: unknown): void {
    this.emit('message', Buffer.from(JSON.stringify(message)), false);
  }
}

async function rounds(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function withSessions(
  work: (sessions: GymSessions, named: NamedSessions) => Promise<void>,
): Promise<void> {
  await using play = await playOf(fakeBenchmark({}), { maxSessions: 2 });
  // Whoever is not at work was idle for too long, at each look.
  const options = { coordinates: 'pixel', pictures: new PictureShelf('none'), timeoutSeconds: 0 } as const;
  await using sessions = new GymSessions(play, options);
  await work(sessions, new NamedSessions(sessions));
}

describe('a connection', () => {
  it('has its phone taken back when nobody uses it, is told so once, and ends', async () => {
    await withSessions(async (sessions, named) => {
      const socket = new FakeSocket();
      serveEnvironmentSocket(socket.asSocket, sessions, named);
      expect(sessions.play.active).toBe(1);
      sessions.endIdle();
      await rounds();
      expect([sessions.play.active, socket.sent]).toEqual([0, []]);
      socket.say({ type: 'step', data: { type: 'wait' } });
      await rounds();
      expect(socket.sent.map((text): unknown => JSON.parse(text))).toMatchObject([
        { type: 'error', data: { code: 'SESSION_ERROR' } },
      ]);
      expect(socket.closed).toEqual([1000]);
    });
  });

  it('is cut off at that where its client does not read', async () => {
    await withSessions(async (sessions, named) => {
      const socket = new FakeSocket();
      serveEnvironmentSocket(socket.asSocket, sessions, named);
      socket.bufferedAmount = 1;
      sessions.endIdle();
      expect(socket.closed).toEqual([1006]);
    });
  });

  it('says that there is no phone for it, and ends', async () => {
    await withSessions(async (sessions, named) => {
      const socket = new FakeSocket();
      Object.assign(sessions.play, {
        open: () => {
          throw new DatasetError('the world is gone');
        },
      });
      serveEnvironmentSocket(socket.asSocket, sessions, named);
      expect(socket.sent.map((text): unknown => JSON.parse(text))).toEqual([
        {
          type: 'error',
          data: { message: 'the world is gone', code: 'FACTORY_ERROR', factory_name: 'touchstone' },
        },
      ]);
      expect(socket.closed).toEqual([1013]);
    });
  });

  it('gives back at its end what it opened by name, and nothing of others', async () => {
    await withSessions(async (sessions, named) => {
      const socket = new FakeSocket();
      serveEnvironmentSocket(socket.asSocket, sessions, named);
      socket.say({ type: 'mcp', data: { jsonrpc: '2.0', id: 1, method: 'openenv/session/create' } });
      await rounds();
      expect(sessions.play.active).toBe(2);
      socket.emit('close');
      await rounds();
      expect(sessions.play.active).toBe(0);
      const name = named.create(null);
      const next = new FakeSocket();
      serveEnvironmentSocket(next.asSocket, sessions, named);
      next.emit('close');
      await rounds();
      expect(named.of(name)).toBeDefined();
    });
  });
});

describe('answerFrames', () => {
  it('asks for no further answer while the last ones are unread', async () => {
    const socket = new FakeSocket();
    let asked = 0;
    answerFrames(socket.asSocket, async () => `answer ${(asked += 1)}`);
    for (let count = 0; count < 4; count += 1) socket.say({});
    await rounds();
    expect(asked).toBe(4);
    socket.bufferedAmount = 10;
    for (let count = 0; count < 4; count += 1) socket.say({});
    await rounds();
    expect(asked).toBe(5);
    socket.bufferedAmount = 0;
    socket.flush();
    await rounds();
    expect(asked).toBe(8);
  });

  it('ends the connection of a client that never waits, and of no other when it fails', async () => {
    const [endless, failing] = [new FakeSocket(), new FakeSocket()];
    const never = new Promise<string>(() => undefined);
    answerFrames(endless.asSocket, () => never, { limits: { messages: 2, characters: 100 } });
    for (let count = 0; count < 4; count += 1) endless.say({});
    expect(endless.closed).toEqual([1008]);
    answerFrames(failing.asSocket, () => Promise.reject(new Error('broken')));
    failing.say({});
    await rounds();
    expect(failing.closed).toEqual([1011]);
  });
});
