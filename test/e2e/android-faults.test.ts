import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Action } from '../../src/domain/action.js';
import type { AndroidEnvironment } from '../../src/environments/android/android-environment.js';
import { DeviceTaskSchema } from '../../src/environments/android/device-task.js';
import { openAndroid, type OpenAndroidOptions } from '../../src/environments/android/open-android.js';
import type { PhoneDevice } from '../../src/phone/device/phone-device.js';
import { phoneDaemon, type PhoneDaemon } from '../../src/phone/transport/phone-daemon.js';
import { PhoneFaults, type PhoneFault } from '../../src/testing/phones/phone-faults.js';
import { NO_ADB, startAdbServer, type AdbServer } from '../fixtures/adb/adb-server.js';
import { hurriedClock } from '../fixtures/adb/hurried-clock.js';
import { smallPhone } from '../fixtures/adb/small-phone.js';

if (NO_ADB !== null) console.log(NO_ADB);

const WAIT = { timeout: 60_000 };
const START = { task: 'notes', repeat: 0, seed: 1 };
const BACK: Action = { type: 'key', key: 'BACK' };
const { signal } = new AbortController();
const TASKS = new Map(
  [
    { id: 'notes', apps: ['org.example.notes'] },
    { id: 'cleared', clear: ['org.example.notes'] },
    { id: 'started', start: { package: 'org.example.notes' } },
  ].map((task) => [task.id, DeviceTaskSchema.parse(task)]),
);

describe.skipIf(NO_ADB !== null)('faults of a device, as the driver tells them', () => {
  let adb: AdbServer;
  let folder: string;
  let faults: PhoneFaults;
  let phone: PhoneDevice;
  let daemon: PhoneDaemon;
  let environment: AndroidEnvironment | null = null;

  beforeAll(async () => {
    adb = await startAdbServer();
    folder = await mkdtemp(join(tmpdir(), 'touchstone-faults-'));
  }, WAIT.timeout);

  afterAll(async () => {
    await adb?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }, WAIT.timeout);

  afterEach(async () => {
    faults.clear();
    await environment?.[Symbol.asyncDispose]().catch(() => {});
    environment = null;
    await adb.run(['disconnect', serial()]);
    for (const part of [daemon, phone]) await part[Symbol.asyncDispose]();
  }, WAIT.timeout);

  const serial = (): string => `127.0.0.1:${daemon.port}`;

  async function opened(options: Partial<OpenAndroidOptions> = {}): Promise<AndroidEnvironment> {
    faults = new PhoneFaults();
    phone = await smallPhone({ parts: faults.parts() });
    daemon = await phoneDaemon({ services: phone, onProblem: () => {} });
    await adb.run(['connect', serial()]);
    environment = await openAndroid({
      serial: serial(),
      server: { port: adb.port },
      tasks: TASKS,
      journals: folder,
      settle: { firstMs: 10, everyMs: 10 },
      // What it waits for in vain before it tells of a fault.
      clock: hurriedClock(5),
      ...options,
      signal,
    });
    return environment;
  }

  it.each<readonly [PhoneFault, string, string]>([
    ['screenshot-empty', 'screenshot-empty', 'environment'],
    ['screenshot-failed', 'screenshot-failed', 'environment'],
    ['screenshot-broken', 'screenshot-corrupt', 'environment'],
    ['screen-secure', 'screenshot-secure', 'dataset'],
    ['screen-black', 'screenshot-black', 'environment'],
    ['screen-off', 'screen-off', 'environment'],
    ['keyguard-secure', 'keyguard-showing', 'user'],
    ['keyguard', 'keyguard-showing', 'user'],
    ['crash', 'blocked-by-system-dialog', 'environment'],
    ['anr', 'blocked-by-system-dialog', 'environment'],
    ['rebooted', 'device-identity-changed', 'environment'],
    ['input-denied', 'input-denied', 'user'],
  ])('%s in mid-episode is %s, owned by %s, and names the device', WAIT, async (fault, faultClass, owner) => {
    const device = await opened();
    await device.reset(START, { signal });
    faults.set(fault);
    const failed = await device.step(BACK, { signal }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({
      code: 'DEVICE_FAULT',
      faultClass,
      fault: owner,
      message: expect.stringContaining(serial()),
      hint: expect.stringMatching(/\w{3}/),
    });
    expect(device.lastScreen?.picture).not.toBeNull();
  });

  it('takes a picture by a file where its bytes are damaged on the way', WAIT, async () => {
    const device = await opened();
    const { screen } = await device.reset(START, { signal });
    const before = Buffer.from((await screen.picture?.load({ signal })) ?? []);
    faults.set('screenshot-corrupt');
    const after = (await device.observe({ signal })).screen;
    expect(before.length).toBeGreaterThan(0);
    expect(Buffer.from((await after.picture?.load({ signal })) ?? []).equals(before)).toBe(true);
  });

  it.each<readonly [PhoneFault, string]>([
    ['dump-never-idle', 'dump-not-idle'],
    ['dump-null-root', 'dump-no-root'],
    ['dump-busy', 'dump-busy'],
  ])(
    '%s leaves an observation without a hierarchy, and the step says why (%s)',
    WAIT,
    async (fault, noted) => {
      const device = await opened();
      await device.reset(START, { signal });
      faults.set(fault);
      const result = await device.step(BACK, { signal });
      expect(result).toMatchObject({
        type: 'observed',
        observation: { screen: { hierarchy: null } },
        transition: { detail: expect.stringContaining(`no UI hierarchy [${noted}]`) },
      });
    },
  );

  it('begins no episode on a phone whose storage is full, or that keeps the data of apps', WAIT, async () => {
    const device = await opened();
    faults.set('storage-low');
    await expect(device.reset(START, { signal })).rejects.toMatchObject({ faultClass: 'storage-low' });
    faults.clear();
    faults.set('clear-denied');
    await expect(device.reset({ ...START, task: 'cleared' }, { signal })).rejects.toMatchObject({
      faultClass: 'clear-denied',
      fault: 'user',
    });
  });

  it('says of an app that does not come to the front what is in its way', WAIT, async () => {
    // The lock comes down when the app is about to start: the checks before that saw none.
    const device = await opened({ prepare: async () => faults.set('keyguard-secure') });
    await expect(device.reset({ ...START, task: 'started' }, { signal })).rejects.toMatchObject({
      faultClass: 'keyguard-showing',
      fault: 'user',
    });
  });

  it('says of text beyond ASCII that there is no keyboard for it', WAIT, async () => {
    const device = await opened();
    faults.set('keyboard-missing');
    await device.reset(START, { signal });
    await expect(device.step({ type: 'type', text: '你好' }, { signal })).rejects.toMatchObject({
      faultClass: 'keyboard-missing',
      fault: 'user',
      message: expect.stringContaining(serial()),
    });
  });

  it('gives up a command that hangs', WAIT, async () => {
    const device = await opened();
    await device.reset(START, { signal });
    faults.set('hanging');
    await expect(device.step(BACK, { signal })).rejects.toMatchObject({
      faultClass: 'timeout',
      fault: 'environment',
    });
  });

  it('voids the episode of a device that was unplugged, and goes on once it is back', WAIT, async () => {
    const device = await opened();
    await device.reset(START, { signal });
    daemon.disconnect();
    await expect(device.step(BACK, { signal })).rejects.toMatchObject({
      code: 'DEVICE_FAULT',
      fault: 'environment',
    });
    await adb.run(['disconnect', serial()]);
    await adb.run(['connect', serial()]);
    const again = await openAndroid({
      serial: serial(),
      server: { port: adb.port },
      tasks: TASKS,
      journals: folder,
      settle: { firstMs: 10, everyMs: 10 },
      signal,
    });
    await again.reset(START, { signal });
    await again[Symbol.asyncDispose]();
    expect(
      (await adb.run(['-s', serial(), 'shell', 'settings get global window_animation_scale'])).stdout.trim(),
    ).toBe('1.0');
  });

  it('voids the episode of a device whose adb server was restarted', WAIT, async () => {
    const device = await opened();
    await device.reset(START, { signal });
    await adb.run(['kill-server']);
    await sleep(200);
    await expect(device.step(BACK, { signal })).rejects.toMatchObject({
      code: 'DEVICE_FAULT',
      fault: 'environment',
    });
    await adb.run(['start-server']);
  });

  it('refuses two devices with one serial, naming it', WAIT, async () => {
    const device = await opened();
    await device.reset(START, { signal });
    const list =
      'twin\tdevice product:a model:A device:a transport_id:1\ntwin\tdevice product:b model:B device:b transport_id:2\n';
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.end(`OKAY${list.length.toString(16).padStart(4, '0')}${list}`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(
      openAndroid({ serial: 'twin', server: { port }, tasks: TASKS, journals: folder, signal }),
    ).rejects.toMatchObject({ faultClass: 'device-ambiguous', message: expect.stringContaining('twin') });
    await new Promise((resolve) => server.close(resolve));
  });
});
