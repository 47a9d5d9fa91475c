import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tap } from '../../src/domain/action.js';
import { pixelPoint } from '../../src/domain/geometry.js';
import { DeviceTaskSchema } from '../../src/environments/android/device-task.js';
import { openAndroid } from '../../src/environments/android/open-android.js';
import { ChromiumEnvironments } from '../../src/environments/chromium/chromium-environments.js';
import { launchChromium } from '../../src/environments/chromium/launch-chromium.js';
import { REAL_TIME } from '../../src/phone/device/phone-time.js';
import { PhoneFaults } from '../../src/testing/phones/phone-faults.js';
import { serveEnvironment } from '../../src/testing/phones/served-environment.js';
import { NO_ADB, startAdbServer, type AdbServer } from '../fixtures/adb/adb-server.js';
import { NO_CHROMIUM } from '../fixtures/chromium.js';

const missing = NO_ADB ?? NO_CHROMIUM;
if (missing !== null) console.log(missing);

const WAIT = { timeout: 180_000 };
const { signal } = new AbortController();
const START = { task: 'list', repeat: 0, seed: 1 };
const APP = {
  name: 'Groceries',
  package: 'org.example.groceries',
  url: pathToFileURL('examples/live/app/index.html').href,
};
const TASKS = new Map([['list', DeviceTaskSchema.parse({ id: 'list', start: { package: APP.package } })]]);
/** What the clock of a phone says that is wrong. */
const LONG_AGO = Date.UTC(2001, 1, 3);

describe.skipIf(missing !== null)('faults of a live phone, as the driver tells them', () => {
  let adb: AdbServer;
  let folder: string;

  beforeAll(async () => {
    adb = await startAdbServer();
    folder = await mkdtemp(join(tmpdir(), 'touchstone-live-faults-'));
  }, WAIT.timeout);

  afterAll(async () => {
    await adb?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }, WAIT.timeout);

  it(
    'names a keyboard that takes nothing, a browser that is gone, and the clock as it is',
    WAIT,
    async () => {
      const browsers: Browser[] = [];
      await using environments = new ChromiumEnvironments({
        apps: [APP],
        startOf: () => ({ app: APP }),
        launch: async () => {
          const browser = await launchChromium();
          browsers.push(browser);
          return browser;
        },
      });
      await using live = await environments.lend(null, { signal });
      const faults = new PhoneFaults();
      await using served = await serveEnvironment(live, {
        start: START,
        parts: faults.parts(),
        time: { ...REAL_TIME, wall: () => LONG_AGO },
      });
      await adb.run(['connect', served.address]);
      const { stdout } = await adb.run(['-s', served.address, 'shell', 'date +%s']);
      expect(Number(stdout)).toBe(LONG_AGO / 1000);
      await using device = await openAndroid({
        serial: served.address,
        server: { port: adb.port },
        tasks: TASKS,
        journals: folder,
        settle: { firstMs: 40, everyMs: 40 },
        signal,
      });
      await device.reset(START, { signal });
      await device.step(tap(pixelPoint(550, 338)), { signal });
      faults.set('keyboard-deaf');
      await expect(device.step({ type: 'type', text: '牛奶' }, { signal })).rejects.toMatchObject({
        faultClass: 'keyboard-not-receiving',
        message: expect.stringContaining(served.address),
      });
      // ASCII has another way into the field.
      expect(await device.step({ type: 'type', text: 'Milk' }, { signal })).toMatchObject({
        transition: { rule: 'performed' },
      });
      faults.clear();
      await browsers[0]?.close();
      await expect(device.step({ type: 'key', key: 'BACK' }, { signal })).rejects.toMatchObject({
        code: 'DEVICE_FAULT',
        fault: expect.stringMatching(/environment|user/),
        message: expect.stringContaining(served.address),
      });
      expect(served.device.status).toBe('failed');
      expect(served.device.failure).toMatchObject({ code: 'CHROMIUM', fault: 'environment' });
    },
  );
});
