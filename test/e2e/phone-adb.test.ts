import { describe, expect, it } from 'vitest';
import { registerWithAdbServer } from '../../src/phone/server/register-with-adb-server.js';
import { phoneDaemon } from '../../src/phone/transport/phone-daemon.js';
import { NO_ADB, startAdbServer } from '../fixtures/adb/adb-server.js';
import { fakeDevice } from '../fixtures/adb/fake-services.js';

if (NO_ADB !== null) console.log(NO_ADB);

describe.skipIf(NO_ADB !== null)('registerWithAdbServer', () => {
  it('shows a phone in a real server, again after the server was killed', async () => {
    const events: string[] = [];
    await using adb = await startAdbServer();
    await using daemon = await phoneDaemon({ services: fakeDevice() });
    await using registration = await registerWithAdbServer({
      daemonPort: daemon.port,
      serverPort: adb.port,
      onListed: () => events.push('listed'),
      onLost: () => events.push('lost'),
    });
    expect(registration.serial).toBe(`emulator-${daemon.port - 1}`);
    expect((await adb.run(['devices'])).stdout).toBe(
      `List of devices attached\n${registration.serial}\tdevice\n\n`,
    );
    expect((await adb.run(['-s', registration.serial, 'exec-out', 'x'])).stderr).toBe('error: closed\n');
    await adb.run(['kill-server']);
    await expect.poll(() => events).toEqual(['listed', 'lost']);
    await adb.run(['start-server']);
    await expect.poll(() => events, { timeout: 5000 }).toEqual(['listed', 'lost', 'listed']);
    expect((await adb.run(['shell', '-x', 'hello'])).stdout).toBe('hello');
  });
});
