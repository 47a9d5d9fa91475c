import type { Server } from 'node:net';
import { UserError } from '../../errors.js';

/** Starts listening. @throws {UserError} when the address is taken or not ours */
export async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const what = `cannot listen on ${host}:${port}: ${cause.code ?? cause.message}`;
      reject(new UserError(what, { cause, hint: 'Name another port, or 0 for any free one.' }));
    });
    server.listen({ host, port }, () => {
      server.removeAllListeners('error');
      // Running out of file descriptors fails single connections; the listener stays.
      server.on('error', () => {});
      resolve();
    });
  });
}
