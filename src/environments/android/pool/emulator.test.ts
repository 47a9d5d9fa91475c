import { describe, expect, it } from 'vitest';
import type { ListedDevice } from '../answers/device-list.js';
import type { DeviceServer } from '../adb/reconnecting-connection.js';
import { emulatorName, emulatorSnapshot, startEmulator, type Programs } from './emulator.js';

const { signal } = new AbortController();
const listed = (serial: string, state = 'device'): ListedDevice => ({ serial, state, transportId: 1 });

function setUp({ ends = null, after = 3000 }: { ends?: string | null; after?: number } = {}) {
  let now = 0;
  const started: string[][] = [];
  let isStopped = false;
  const clock = { now: () => now, pass: async (ms: number) => void (now += ms) };
  const server: DeviceServer = {
    devices: async () => [
      listed('emulator-5554'),
      ...(now >= after ? [listed('emulator-5556')] : now > 0 ? [listed('emulator-5556', 'offline')] : []),
    ],
    openListed: async () => {
      throw new Error('not opened here');
    },
    request: async () => '',
  };
  const programs: Programs = {
    run: async () => ({ stdout: '', stderr: '', exitCode: 0 }),
    start: (program, args) => {
      started.push([program, ...args]);
      return { exitCode: () => (now >= 1000 ? ends : null), stop: () => (isStopped = true) };
    },
  };
  return { clock, server, programs, started, isStopped: () => isStopped, now: () => now };
}

describe('emulatorName', () => {
  it.each([
    ['avd:pixel_7', { avd: 'pixel_7', snapshot: null }],
    ['avd:pixel_7@signed-in', { avd: 'pixel_7', snapshot: 'signed-in' }],
    ['emulator-5554', null],
    ['avd:', null],
    ['avd:a b', null],
  ])('reads %j', (text, expected) => {
    expect(emulatorName(text)).toEqual(expected);
  });
});

describe('startEmulator', () => {
  it('starts it on a port of its own, cold, and waits until the server has it', async () => {
    const { started, isStopped, now, ...parts } = setUp();
    const { serial, stop } = await startEmulator({ avd: 'p', snapshot: null }, { ...parts, signal });
    expect(serial).toBe('emulator-5556');
    expect(started).toEqual([expect.arrayContaining(['emulator', '-avd', 'p', '-port', '5556'])]);
    expect(started[0]).toContain('-no-snapshot-load');
    expect(now()).toBe(3000);
    stop();
    expect(isStopped()).toBe(true);
  });

  it.each([
    [{ ends: 'spawn emulator ENOENT' }, 'ENOENT'],
    [{ after: Number.POSITIVE_INFINITY }, 'does not list it'],
  ])('stops it and says why where it does not come: %j', async (how, said) => {
    const { isStopped, ...parts } = setUp(how);
    await expect(startEmulator({ avd: 'p', snapshot: null }, { ...parts, signal })).rejects.toMatchObject({
      faultClass: 'emulator-lost',
      message: expect.stringContaining(said),
    });
    expect(isStopped()).toBe(true);
  });
});

describe('emulatorSnapshot', () => {
  it.each([
    ['OK\n', null],
    ["KO: Device 'cache' does not have the requested snapshot 'clean'\n", 'snapshot-missing'],
    ["A snapshot operation for 'p' is pending and timeout has expired. Exiting...\n", 'snapshot-timeout'],
    ['KO: unknown command\n', 'emulator-command-refused'],
  ])('reads what the console answers: %j', async (stdout, fault) => {
    const asked: (readonly string[])[] = [];
    const programs: Programs = {
      run: async (program, args) => {
        asked.push([program, ...args]);
        return { stdout, stderr: '', exitCode: 0 };
      },
      start: () => ({ exitCode: () => null, stop: () => {} }),
    };
    const done = emulatorSnapshot('load', 'clean', { serial: 'emulator-5554', port: 5099, programs, signal });
    if (fault === null) await done;
    else await expect(done).rejects.toMatchObject({ faultClass: fault });
    expect(asked).toEqual([
      ['adb', '-P', '5099', '-s', 'emulator-5554', 'emu', 'avd', 'snapshot', 'load', 'clean'],
    ]);
  });
});
