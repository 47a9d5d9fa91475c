import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptedDevice } from '../../../testing/phones/scripted-device.js';
import type { DeviceServer } from '../adb/reconnecting-connection.js';
import { AndroidDevices } from './android-devices.js';

const { signal } = new AbortController();
const USB = 'R58M1';
const WIFI = '10.0.0.2:5555';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'choose-phones-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A server that lists phones, each by a serial and with the boot id that it has. */
function serverOf(phones: Readonly<Record<string, string>>): DeviceServer {
  return {
    devices: async () =>
      Object.keys(phones).map((serial, index) => ({ serial, state: 'device', transportId: index + 1 })),
    openListed: async ({ serial }) => {
      const { device } = scriptedDevice((line) => {
        if (line.includes('ro.serialno'))
          return ['', 'N1', 'Maker', 'Model', '14', '34', 'print', phones[serial]].join('\n=');
        if (line === 'wm size') return 'Physical size: 1080x2400\n';
        return line === 'wm density' ? 'Physical density: 420\n' : 'SurfaceOrientation: 0\n';
      });
      return Object.assign(device.connection, { serial });
    },
    request: async () => '',
  };
}

async function open(devices: readonly string[], phones: Readonly<Record<string, string>>) {
  const notes: string[] = [];
  const onNote = (note: string): void => void notes.push(note);
  const options = { server: serverOf(phones), devices, folder, tasks: new Map(), onNote, signal };
  const opened = await AndroidDevices.open<{ id: string }>(options);
  return { opened, notes };
}

describe('a phone that is listed by USB and by Wi-Fi', () => {
  const TWICE = { [WIFI]: 'boot-1', [USB]: 'boot-1' };

  it.each([
    ['the cable last', [WIFI, USB], [`${WIFI} and ${USB} are one phone, used once, as ${USB}`]],
    ['the cable first', [USB, WIFI], [`${USB} and ${WIFI} are one phone, used once, as ${USB}`]],
    ['the same name twice', [USB, USB], []],
    ['Wi-Fi alone', [WIFI], [`${WIFI} is also ${USB}, and used as that`]],
    ['nothing', [], []],
  ])('is one device where the user names %s', async (_, devices, says) => {
    const { opened, notes } = await open(devices, TWICE);
    await using _opened = opened;
    expect(opened.capacity).toBe(1);
    expect(notes).toEqual(says);
  });

  it('is not another one that has its number and has started by itself', async () => {
    const clones = { [WIFI]: 'boot-1', [USB]: 'boot-2' };
    await expect(open([WIFI, USB], clones)).rejects.toMatchObject({
      code: 'DEVICE_BUSY',
      message: expect.stringContaining(USB),
    });
  });
});
