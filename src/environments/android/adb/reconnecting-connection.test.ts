import { describe, expect, it } from 'vitest';
import type { ListedDevice } from '../answers/device-list.js';
import { AndroidDevice, type DriverClock } from '../driver/android-device.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import type { DeviceConnection } from './device-connection.js';
import { reconnecting, type DeviceServer } from './reconnecting-connection.js';

const { signal } = new AbortController();
const lost = (faultClass: 'connection-closed' | 'timeout' = 'connection-closed') =>
  new DeviceFaultError(faultClass, { serial: 'here', operation: 'test' });
const properties = ({ number = 'N1', boot = 'boot-1' } = {}) =>
  ['', number, 'Maker', 'Model', '14', '34', 'print', boot].join('\n=');

/** A phone that answers `ok`, and fails as long as `isCut`. */
interface Cut {
  isCut: boolean;
  boot: string;
  number: string;
  fault: 'connection-closed' | 'timeout';
}

function connectionTo(phone: Cut, serial: string, sent: string[]): DeviceConnection {
  return {
    serial,
    run: async (line) => {
      sent.push(line);
      if (phone.isCut) throw lost(phone.fault);
      const said = line.includes('getprop') ? properties(phone) : 'ok';
      return { command: line, stdout: Buffer.from(said), stderr: '', exitCode: 0 };
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

async function setUp(listed: (ms: number) => readonly ListedDevice[], back: (ms: number) => void = () => {}) {
  const phone: Cut = { isCut: false, boot: 'boot-1', number: 'N1', fault: 'connection-closed' };
  const sent: string[] = [];
  const requests: string[] = [];
  let now = 0;
  const clock: DriverClock = {
    now: () => now,
    pass: async (ms) => {
      now += ms;
      back(now);
    },
  };
  const server: DeviceServer = {
    devices: async () => listed(now),
    openListed: async (device) => {
      const other: Cut = device.serial === 'other' ? { ...phone, number: 'N2' } : { ...phone };
      return connectionTo({ ...other, isCut: false }, device.serial, sent);
    },
    request: async (service) => {
      requests.push(service);
      return '';
    },
  };
  const connection = await reconnecting(connectionTo(phone, '10.0.0.2:5555', sent), {
    server,
    clock,
    signal,
  });
  return { phone, sent, requests, device: new AndroidDevice(connection, clock), now: () => now };
}

const at = (state: string, serial = '10.0.0.2:5555', transportId = 7): ListedDevice => ({
  serial,
  state,
  transportId,
});

describe('a connection that breaks off', () => {
  it('finds the phone again by what it says of itself, and asks again what only looks', async () => {
    const { phone, device, now } = await setUp((ms) =>
      ms < 1500 ? [at('device', 'other')] : [at('device', 'other'), at('device', 'usb-1', 9)],
    );
    phone.isCut = true;
    const { stdout } = await device.run('getprop x; wm size', 1000, signal);
    expect(new TextDecoder().decode(stdout)).toContain('N1');
    expect(now()).toBe(1500);
    expect(device.reconnects).toBe(1);
  });

  it.each(['input tap 1 2', 'am start -n a/b', 'pm clear a.b', 'settings put global a 1', 'ime set a/b'])(
    'never sends an action twice: %s',
    async (line) => {
      const { phone, device, sent } = await setUp(() => [at('device')]);
      phone.isCut = true;
      await expect(device.run(line, 1000, signal)).rejects.toMatchObject({ faultClass: 'connection-closed' });
      expect(sent.filter((one) => one === line)).toHaveLength(1);
      expect(device.reconnects).toBe(1);
    },
  );

  it('asks the server once to wake an offline transport, after two seconds', async () => {
    const { phone, device, requests, now } = await setUp((ms) => [at(ms < 9000 ? 'offline' : 'device')]);
    phone.isCut = true;
    await device.run('wm size', 1000, signal);
    expect(requests).toEqual(['host-transport-id:7:reconnect']);
    expect(now()).toBe(11_500);
  });

  it('dials an address that is no longer listed, once', async () => {
    const { phone, device, requests } = await setUp((ms) => (ms < 3000 ? [] : [at('device')]));
    phone.isCut = true;
    await device.run('wm size', 1000, signal);
    expect(requests).toEqual(['host:connect:10.0.0.2:5555']);
  });

  it('gives up after twenty seconds, with the fault that it began with', async () => {
    const { phone, device, now } = await setUp(() => []);
    phone.isCut = true;
    await expect(device.run('wm size', 1000, signal)).rejects.toMatchObject({
      faultClass: 'connection-closed',
      fault: 'environment',
    });
    expect(now()).toBeGreaterThanOrEqual(20_000);
  });

  it('voids where the phone has started anew meanwhile', async () => {
    const { phone, device } = await setUp(() => [at('device')]);
    phone.isCut = true;
    phone.boot = 'boot-2';
    await expect(device.run('wm size', 1000, signal)).rejects.toMatchObject({
      faultClass: 'device-identity-changed',
    });
  });

  it('leaves one call that hangs alone; after a second in a row the connection is set up anew', async () => {
    const { phone, device } = await setUp(() => [at('device')]);
    phone.isCut = true;
    phone.fault = 'timeout';
    await expect(device.run('wm size', 1000, signal)).rejects.toMatchObject({ faultClass: 'timeout' });
    expect(device.reconnects).toBe(0);
    await device.run('wm size', 1000, signal);
    expect(device.reconnects).toBe(1);
  });
});
