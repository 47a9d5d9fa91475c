import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { runTouchstone } from './run-touchstone.js';

/** Whether anybody listens on this port of loopback. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

describe('touchstone phone serve', () => {
  it('says on Ctrl-C that it stops the phones, and does', async () => {
    const done = await runTouchstone(['phone', 'serve', 'pocket', '--port', '0'], {
      signals: [{ after: 'Ctrl-C takes them down', signal: 'SIGINT' }],
    });
    expect(done).toMatchObject({ code: 0, signal: null, stderr: '\nInterrupted: stopping the phones.\n' });
    const ports = [...done.stdout.matchAll(/(?:127\.0\.0\.1:|_PORT=)(\d+)/g)].map(([, port]) => Number(port));
    expect(ports).toHaveLength(3);
    expect(await Promise.all(ports.map(listens))).toEqual([false, false, false]);
  });
});
