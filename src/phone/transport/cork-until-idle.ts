import type { Duplex } from 'node:stream';

/**
 * Sends what is written in one turn of the event loop in one piece: answers, what a service says at once, and their
 * end.
 */
export function corkUntilIdle(socket: Duplex): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    socket.cork();
    setImmediate(() => {
      isPlanned = false;
      socket.uncork();
    });
  };
}
