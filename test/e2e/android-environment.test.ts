import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tap } from '../../src/domain/action.js';
import { pixelPoint } from '../../src/domain/geometry.js';
import { DeviceTaskSchema, type DeviceTask } from '../../src/environments/android/device-task.js';
import { openAndroid, type OpenAndroidOptions } from '../../src/environments/android/open-android.js';
import type { AndroidEnvironment } from '../../src/environments/android/android-environment.js';
import type { PhoneDevice } from '../../src/phone/device/phone-device.js';
import { phoneDaemon, type PhoneDaemon } from '../../src/phone/transport/phone-daemon.js';
import { environmentContract } from '../../src/testing/contracts/environment-contract.js';
import { NO_ADB, startAdbServer, type AdbServer } from '../fixtures/adb/adb-server.js';
import { hurriedClock } from '../fixtures/adb/hurried-clock.js';
import { smallHierarchy, smallPhone } from '../fixtures/adb/small-phone.js';

if (NO_ADB !== null) console.log(NO_ADB);

const WAIT = { timeout: 60_000 };
const START = { task: 'notes', repeat: 0, seed: 1 };
const UPPER = tap(pixelPoint(100, 100));
const { signal } = new AbortController();
const TASKS = new Map<string, DeviceTask>(
  [
    { id: 'notes', apps: ['org.example.notes'] },
    { id: 'in-app', start: { package: 'org.example.notes' } },
    { id: 'missing', apps: ['org.example.absent'] },
  ].map((task) => [task.id, DeviceTaskSchema.parse(task)]),
);

describe.skipIf(NO_ADB !== null)('an Android device through the real adb server', () => {
  let phone: PhoneDevice;
  let daemon: PhoneDaemon;
  let adb: AdbServer;
  let folder: string;
  const notes: string[] = [];

  beforeAll(async () => {
    phone = await smallPhone();
    daemon = await phoneDaemon({ services: phone, onProblem: (problem) => notes.push(problem) });
    adb = await startAdbServer();
    await adb.run(['connect', serial()]);
    folder = await mkdtemp(join(tmpdir(), 'touchstone-android-'));
  }, WAIT.timeout);

  afterAll(async () => {
    for (const part of [adb, daemon, phone]) await part[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }, WAIT.timeout);

  const serial = (): string => `127.0.0.1:${daemon.port}`;
  const shell = async (line: string): Promise<string> =>
    (await adb.run(['-s', serial(), 'shell', line])).stdout.trim();
  const open = (options: Partial<OpenAndroidOptions> = {}): Promise<AndroidEnvironment> =>
    openAndroid({
      serial: serial(),
      server: { port: adb.port },
      tasks: TASKS,
      journals: folder,
      settle: { firstMs: 20, everyMs: 20 },
      onNote: (note) => notes.push(note),
      signal,
      ...options,
    });

  it.each(environmentContract({ open, start: START, actions: [UPPER, UPPER, { type: 'key', key: 'BACK' }] }))(
    '$name',
    async ({ run }) => {
      await run();
    },
    WAIT.timeout,
  );

  it('shows picture, hierarchy and activity of each screen', WAIT, async () => {
    await using environment = await open();
    const first = await environment.reset(START, { signal });
    expect(first.screen.size).toEqual({ width: 270, height: 600 });
    expect(first.screen.activity).toEqual({ package: 'org.example.home', activity: '.Home' });
    const second = await environment.step(UPPER, { signal });
    expect(second).toMatchObject({ type: 'observed', transition: { rule: 'performed' } });
    if (second.type !== 'observed') return;
    const { activity, hierarchy, picture } = second.observation.screen;
    expect(activity).toEqual({ package: 'org.example.notes', activity: '.List' });
    const xml = new TextDecoder().decode(await hierarchy?.load({ signal }));
    expect(xml).toContain('text="notes"');
    expect(smallHierarchy('notes')).toContain('text="notes"');
    expect(await picture?.load({ signal })).toMatchObject({ 0: 0x89, 1: 0x50 });
    expect(environment.lastScreen).toBe(second.observation.screen);
  });

  it('begins a task in its app', WAIT, async () => {
    await using environment = await open();
    const { screen } = await environment.reset({ ...START, task: 'in-app' }, { signal });
    expect(screen.activity?.package).toBe('org.example.notes');
  });

  it('sends nothing for a touch off the screen', WAIT, async () => {
    await using environment = await open();
    await environment.reset(START, { signal });
    const outside = await environment.step(tap({ x: 5000, y: 10, space: 'pixel' }), { signal });
    expect(outside).toMatchObject({ transition: { rule: 'out_of_bounds' } });
    expect(environment.state).toContain('org.example.home');
  });

  it('leaves settings, keyboard and files of the device as they were', WAIT, async () => {
    const state = async (): Promise<string> =>
      await shell(
        'settings get global window_animation_scale; settings get global stay_on_while_plugged_in; settings get secure default_input_method; ls /data/local/tmp',
      );
    const before = await state();
    {
      await using environment = await open();
      await environment.reset(START, { signal });
      expect(await state()).not.toBe(before);
      expect(await readdir(folder)).toHaveLength(1);
    }
    expect(await state()).toBe(before);
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes back at the next start what a killed process left', WAIT, async () => {
    const setting = 'settings get global window_animation_scale';
    const before = await shell(setting);
    const killed = await open();
    await killed.reset(START, { signal });
    expect(await shell(setting)).toBe('0');
    {
      await using next = await open();
      await next.reset(START, { signal });
    }
    expect(await shell(setting)).toBe(before);
    await killed[Symbol.asyncDispose]();
    expect(await shell(setting)).toBe(before);
  });

  it('voids an episode whose app is not installed, with its owner', WAIT, async () => {
    await using environment = await open();
    await expect(environment.reset({ ...START, task: 'missing' }, { signal })).rejects.toMatchObject({
      code: 'DEVICE_FAULT',
      faultClass: 'app-not-installed',
      fault: 'user',
    });
  });

  it('names what is wrong with server and serial', WAIT, async () => {
    await expect(open({ serial: 'nobody' })).rejects.toMatchObject({ faultClass: 'device-not-found' });
    await expect(open({ server: { port: 1 } })).rejects.toMatchObject({
      faultClass: 'server-unreachable',
      fault: 'environment',
    });
    await expect(open({ server: { port: daemon.port } })).rejects.toMatchObject({ code: 'DEVICE_FAULT' });
  });

  it('voids the episode of a phone that goes away, and keeps its last picture', WAIT, async () => {
    const other = await smallPhone({ serial: 'leaving' });
    const otherDaemon = await phoneDaemon({ services: other, onProblem: () => {} });
    const leaving = `127.0.0.1:${otherDaemon.port}`;
    await adb.run(['connect', leaving]);
    let times = 1;
    const environment = await open({ serial: leaving, clock: hurriedClock(() => times) });
    const { screen } = await environment.reset(START, { signal });
    // Nobody brings it back: the driver looks for it twice, in a hundredth of the time that it gives a real one.
    times = 100;
    await otherDaemon[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
    await expect(environment.step(UPPER, { signal })).rejects.toMatchObject({
      code: 'DEVICE_FAULT',
      fault: expect.stringMatching(/environment|user/),
    });
    expect(environment.lastScreen?.id).toBe(screen.id);
    await environment[Symbol.asyncDispose]();
    expect(await readdir(folder)).toContain(`${encodeURIComponent(leaving)}.jsonl`);
  });
});
