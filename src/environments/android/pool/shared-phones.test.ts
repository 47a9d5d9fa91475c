import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EnvironmentIdentity } from '../../../domain/run.js';
import { scriptedDevice } from '../../../testing/phones/scripted-device.js';
import { HeldDevice } from '../../leases/held-device.js';
import { memoryLeases } from '../../leases/memory-leases.js';
import type { DeviceServer } from '../adb/reconnecting-connection.js';
import { identityOf } from '../adb/device-identity.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import { AndroidDevices } from './android-devices.js';
import type { PhoneTaking } from './android-devices-options.js';
import { heldConnection } from './held-connection.js';

const { signal } = new AbortController();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shared-phones-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const said = (number: string): string =>
  ['', number, 'Maker', 'Model', '14', '34', 'print', 'boot'].join('\n=');

/** A server with one phone, `emulator-5554` on every host, by the number that the phone has. */
function serverOf(number: string, lines: string[]): DeviceServer {
  return {
    devices: async () => [{ serial: 'emulator-5554', state: 'device', transportId: 1 }],
    openListed: async ({ serial }) => {
      const { device } = scriptedDevice((line) => {
        lines.push(line);
        if (line.includes('ro.serialno')) return said(number);
        if (line === 'wm size') return 'Physical size: 1080x2400\n';
        return line === 'wm density' ? 'Physical density: 420\n' : 'SurfaceOrientation: 0\n';
      });
      return Object.assign(device.connection, { serial });
    },
    request: async () => '',
  };
}

it('takes phones of several hosts, and leaves those that another has until their time is out', async () => {
  let now = 0;
  const leases = memoryLeases(() => now);
  const lines: string[] = [];
  const servers = new Map([
    ['one', serverOf('N1', lines)],
    ['two', serverOf('N2', lines)],
  ]);
  const serverAt = ({ host }: { readonly host: string }): DeviceServer => {
    const known = servers.get(host);
    if (known !== undefined) return known;
    const away = async (): Promise<never> => {
      throw new DeviceFaultError('server-unreachable', { serial: '', operation: 'list' });
    };
    return { devices: away, openListed: away, request: away };
  };
  for (const [host, number] of [
    ['one', 'N1'],
    ['two', 'N2'],
    ['gone', 'N3'],
  ] as const) {
    const { name } = identityOf(said(number), '');
    await leases.register({
      name,
      server: `${host}:5037`,
      serial: 'emulator-5554',
      model: 'M',
      android: '14',
    });
  }
  const notes: string[] = [];
  const open = (holder: string, at: string) =>
    AndroidDevices.open<{ id: string }>({
      server: serverOf('own', lines),
      devices: [],
      folder: join(folder, at),
      tasks: new Map(),
      onNote: (note) => void notes.push(note),
      shared: {
        leases: { ...leases, [Symbol.asyncDispose]: async () => undefined },
        holder,
        forMs: 60_000,
        serverAt,
      },
      signal,
    });
  await using phones = await open('a', 'host-a');
  expect(phones.capacity).toBe(2);
  expect(notes).toEqual([expect.stringContaining('the phones of gone:5037 are left out')]);
  await expect(open('b', 'host-b')).rejects.toMatchObject({ code: 'NO_DEVICE' });
  const holders = (await leases.list()).map(({ holder }) => holder);
  expect([holders.filter((holder) => holder === 'a').length, holders.length]).toEqual([2, 3]);

  now = 61_000;
  await using others = await open('b', 'host-b');
  expect(others.capacity).toBe(2);
});

it('takes a phone for each episode where others use them as well, and none for who only follows', async () => {
  const leases = memoryLeases(() => 0);
  const lines: string[] = [];
  const servers = new Map([
    ['one', serverOf('N1', lines)],
    ['two', serverOf('N2', lines)],
  ]);
  for (const [host, number] of [
    ['one', 'N1'],
    ['two', 'N2'],
  ] as const) {
    const { name } = identityOf(said(number), '');
    await leases.register({
      name,
      server: `${host}:5037`,
      serial: 'emulator-5554',
      model: 'M',
      android: '14',
    });
  }
  const notes: string[] = [];
  const open = (holder: string, taking: PhoneTaking, recorded?: EnvironmentIdentity) =>
    AndroidDevices.open<{ id: string }>({
      server: serverOf('own', lines),
      devices: [],
      folder: join(folder, holder),
      tasks: new Map(),
      taking,
      ...(recorded === undefined ? {} : { recorded }),
      onNote: (note) => void notes.push(note),
      shared: {
        leases: { ...leases, [Symbol.asyncDispose]: async () => undefined },
        holder,
        forMs: 60_000,
        serverAt: ({ host }) => servers.get(host) ?? serverOf('none', lines),
      },
      signal,
    });
  const held = async () => (await leases.list()).flatMap(({ holder }) => holder ?? []).toSorted();
  await using follower = await open('c', 'none');
  await using a = await open('a', 'each', follower.identity);
  await using b = await open('b', 'each', follower.identity);
  expect([a.capacity, b.capacity, await held()]).toEqual([2, 2, []]);
  expect(a.identity).toEqual(follower.identity);
  await expect(follower.lend({ id: 'x' }, { signal })).rejects.toThrow('no phone was taken');

  const first = await a.lend({ id: 'x' }, { signal });
  const second = await b.lend({ id: 'y' }, { signal });
  expect(await held()).toEqual(['a', 'b']);
  const third = b.lend({ id: 'z' }, { signal });
  await expect.poll(() => notes).toContain('every phone is in use; waiting for one');
  await first[Symbol.asyncDispose]();
  const last = await third;
  expect(await held()).toEqual(['b', 'b']);
  await second[Symbol.asyncDispose]();
  await last[Symbol.asyncDispose]();
  expect(await held()).toEqual([]);

  // Whoever follows a run that goes on needs no phone; whoever does it is told what differs.
  servers.clear();
  const before = { ...follower.identity, device: 'Maker Other' };
  servers.set('one', serverOf('N1', lines));
  await using other = await open('d', 'each', before);
  expect(other.identity.device).toBe('Maker Model');
});

it('has no run shared whose tasks follow each other on one phone', async () => {
  const grouped = AndroidDevices.open<{ id: string }>({
    server: serverOf('N1', []),
    devices: [],
    folder,
    tasks: new Map(),
    taking: 'none',
    groupOf: () => 'lane',
    signal,
  });
  await expect(grouped).rejects.toThrow('its tasks follow each other on one phone');
});

it('sends no action to a phone that another has by now, and then nothing at all', async () => {
  let now = 0;
  const leases = memoryLeases(() => now);
  await leases.register({ name: 'p', server: 'one:5037', serial: 'R58', model: 'M', android: '14' });
  const held = await HeldDevice.take(leases, 'p', { holder: 'a', forMs: 60_000 });
  if (held === null) throw new Error('somebody has it');
  await using _held = held;
  const { device, lines } = scriptedDevice(() => '');
  const phone = heldConnection(device.connection, held);
  const options = { deadlineMs: 1000, signal };
  await phone.run('input tap 1 2', options);
  now = 61_000;
  await leases.take('p', { holder: 'b', forMs: 60_000 });
  await expect(phone.run('input tap 3 4', options)).rejects.toMatchObject({ code: 'DEVICE_LEASE_LOST' });
  await expect(phone.run('getprop', options)).rejects.toMatchObject({ fault: 'environment' });
  expect(lines).toEqual(['input tap 1 2']);
});
