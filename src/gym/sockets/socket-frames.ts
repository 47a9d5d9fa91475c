import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { textFrame } from './text-frame.js';

/** What may wait on one connection for its answer: messages, and characters of them beside the newest. */
export interface WaitingLimits {
  readonly messages: number;
  readonly characters: number;
}

export interface AnswerOptions {
  readonly limits?: WaitingLimits;
  /** What the connection lies on, where nothing that is sent is compressed: answers are written there as one piece each. */
  readonly wire?: Duplex | null;
}

/** The protocol has one message at a time; a client that sends ahead is served, not one that never stops. */
const LIMITS: WaitingLimits = { messages: 64, characters: 1024 * 1024 };

/**
 * Answers the text frames of a connection one after the other, in order. Pings are answered meanwhile. While the other side does not
 * read what it was answered, its next message waits.
 *
 * @param answer gives the reply, or null for none; where it throws, the connection ends, and no other
 */
export function answerFrames(
  socket: WebSocket,
  answer: (text: string | null) => Promise<string | null>,
  { limits = LIMITS, wire = null }: AnswerOptions = {},
): void {
  const waiting: (string | null)[] = [];
  let characters = 0;
  let isBusy = false;
  const work = async (): Promise<void> => {
    isBusy = true;
    try {
      for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
        characters -= text?.length ?? 0;
        if (socket.readyState !== socket.OPEN) return;
        const reply = await answer(text);
        if (reply !== null && socket.readyState === socket.OPEN) await send(socket, reply, wire);
      }
    } catch {
      socket.close(1011, 'the server failed');
    } finally {
      isBusy = false;
    }
  };
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (socket.readyState !== socket.OPEN) return;
    if (waiting.length >= limits.messages || characters > limits.characters) {
      socket.close(1008, 'too many messages without waiting for answers');
      return;
    }
    const text = isBinary ? null : textOf(data);
    waiting.push(text);
    characters += text?.length ?? 0;
    if (!isBusy) void work();
  });
  // Whoever sends what is no frame is cut off by the library; nothing is to be done.
  socket.on('error', () => undefined);
}

/** Resolves at once unless an answer before this one is still unread. */
async function send(socket: WebSocket, text: string, wire: Duplex | null): Promise<void> {
  if (socket.bufferedAmount === 0) {
    if (wire === null) socket.send(text);
    else wire.write(textFrame(text));
    return;
  }
  await new Promise<void>((resolve) => {
    // Also called, with an error, where the connection ends before.
    socket.send(text, () => resolve());
  });
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
