import { describe, expect, it } from 'vitest';
import { registerWithAdbServer } from './register-with-adb-server.js';
import { smartSocketServer } from './smart-socket-server.js';

describe('registerWithAdbServer', () => {
  it('says when no server answers', async () => {
    await expect(registerWithAdbServer({ daemonPort: 16_001, serverPort: 1 })).rejects.toThrow(
      'no adb server answers at 127.0.0.1:1',
    );
  });

  it('says when the server does not list the phone', async () => {
    await using server = await smartSocketServer();
    await expect(
      registerWithAdbServer({ daemonPort: 16_001, serverPort: server.port, timeoutMs: 300 }),
    ).rejects.toThrow('the adb server did not list the phone at port 16001');
  });
});
