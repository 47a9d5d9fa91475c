import type { RawData, WebSocket } from 'ws';

/** Messages of one connection that wait for their answer; the protocol has one at a time. */
const MOST_WAITING = 64;

/**
 * Answers the text frames of a connection one after the other, in order. Pings are answered meanwhile.
 *
 * @param answer gives the reply, or null for none
 */
export function answerFrames(
  socket: WebSocket,
  answer: (text: string | null) => Promise<string | null>,
): void {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  socket.on('message', (data: RawData, isBinary: boolean) => {
    waiting += 1;
    if (waiting > MOST_WAITING) {
      socket.close(1008, 'too many messages without waiting for answers');
      return;
    }
    const text = isBinary ? null : textOf(data);
    last = last.then(async () => {
      if (socket.readyState !== socket.OPEN) return;
      const reply = await answer(text);
      waiting -= 1;
      if (reply !== null && socket.readyState === socket.OPEN) socket.send(reply);
    });
  });
  // Whoever sends what is no frame is cut off by the library; nothing is to be done.
  socket.on('error', () => undefined);
}

function textOf(data: RawData): string {
  return Array.isArray(data)
    ? Buffer.concat(data).toString('utf8')
    : Buffer.from(data as Buffer).toString('utf8');
}
