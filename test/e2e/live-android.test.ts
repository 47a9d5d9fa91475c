import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tap, type Action } from '../../src/domain/action.js';
import { pixelPoint } from '../../src/domain/geometry.js';
import { parseHierarchy } from '../../src/domain/hierarchy/parse-hierarchy.js';
import type { Observation } from '../../src/domain/screen.js';
import { openLiveSuite } from '../../src/benchmarks/suite/live-suite.js';
import type { Benchmark, BenchmarkItem } from '../../src/benchmarks/benchmark.js';
import type { AndroidEnvironment } from '../../src/environments/android/android-environment.js';
import { DeviceTaskSchema } from '../../src/environments/android/device-task.js';
import { openAndroid } from '../../src/environments/android/open-android.js';
import type { Environment } from '../../src/environments/environment.js';
import { environmentContract } from '../../src/testing/contracts/environment-contract.js';
import { serveEnvironment, type ServedEnvironment } from '../../src/testing/phones/served-environment.js';
import { NO_ADB, startAdbServer, type AdbServer } from '../fixtures/adb/adb-server.js';
import { NO_CHROMIUM } from '../fixtures/chromium.js';

const missing = NO_ADB ?? NO_CHROMIUM;
if (missing !== null) console.log(missing);

const WAIT = { timeout: 240_000 };
const { signal } = new AbortController();
const START = { task: 'groceries', repeat: 0, seed: 1 };
const GROCERIES = 'org.example.groceries';
const TASKS = new Map(
  [
    {
      id: 'groceries',
      apps: [GROCERIES],
      clear: [GROCERIES],
      grant: [{ package: GROCERIES, permission: 'android.permission.CAMERA' }],
      start: { package: GROCERIES },
    },
    { id: 'moving', start: { package: 'org.example.moving' } },
    { id: 'home' },
  ].map((task) => [task.id, DeviceTaskSchema.parse(task)]),
);

const FOR_PHONES = '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">';
/** A picture of it takes a tenth of the time of one of a whole phone, and its pages look alike. */
const SCREEN = { width: 360, height: 800, ratio: 1 };
const MOVING = `${FOR_PHONES}<style>div{width:200px;height:200px;background:red;animation:m .7s linear infinite}
  @keyframes m{from{margin-left:0}to{margin-left:150px}}</style><div></div><p>Moving</p>`;

/** The example world with one more app, whose screen never stands still. */
async function writeWorld(folder: string): Promise<void> {
  await cp('examples/live', folder, { recursive: true });
  await mkdir(join(folder, 'moving'));
  await writeFile(join(folder, 'moving/index.html'), MOVING);
  const apps = [
    { name: 'Groceries', package: GROCERIES, url: 'app/index.html' },
    { name: 'Moving', package: 'org.example.moving', url: 'moving/index.html' },
  ];
  await writeFile(
    join(folder, 'live.json'),
    JSON.stringify({ formatVersion: 1, apps, screen: SCREEN, locale: 'de-DE', timezone: 'Europe/Paris' }),
  );
}

describe.skipIf(missing !== null)('the driver of Android devices on a live phone', () => {
  let folder: string;
  let benchmark: Benchmark;
  let live: Environment;
  let served: ServedEnvironment;
  let adb: AdbServer;
  const notes: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-live-android-'));
    await writeWorld(join(folder, 'world'));
    benchmark = await openLiveSuite(join(folder, 'world'), { mode: 'corrected', signal });
    const items: BenchmarkItem[] = [];
    for await (const item of benchmark.items.list()) items.push(item);
    live = await benchmark.items.environments.lend(items[0] as BenchmarkItem, { signal });
    served = await serveEnvironment(live, { start: { ...START, task: 'open-and-add' } });
    adb = await startAdbServer();
    await adb.run(['connect', served.address]);
  }, WAIT.timeout);

  afterAll(async () => {
    for (const part of [adb, served, live, benchmark]) await part?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }, WAIT.timeout);

  const shell = async (line: string): Promise<string> =>
    (await adb.run(['-s', served.address, 'shell', line])).stdout.trim();
  const open = (): Promise<AndroidEnvironment> =>
    openAndroid({
      serial: served.address,
      server: { port: adb.port },
      tasks: TASKS,
      journals: join(folder, 'journals'),
      settle: { firstMs: 40, everyMs: 40 },
      apps: new Map([['moving', 'org.example.moving']]),
      onNote: (note) => notes.push(note),
      signal,
    });

  async function nodes({ screen }: Observation) {
    return parseHierarchy(Buffer.from((await screen.hierarchy?.load({ signal })) ?? [])).nodes;
  }

  async function on(observation: Observation, name: string): Promise<Action> {
    const found = (await nodes(observation)).find(
      (node) => node.text === name || node.attribute('resource-id') === `${GROCERIES}:id/${name}`,
    );
    const [x1, y1, x2, y2] = found?.bounds ?? [0, 0, 0, 0];
    return tap(pixelPoint((x1 + x2) / 2, (y1 + y2) / 2));
  }

  async function does(environment: AndroidEnvironment, action: Action): Promise<Observation> {
    const result = await environment.step(action, { signal });
    if (result.type === 'ended') throw new Error('the episode has ended');
    return result.observation;
  }

  const HOME: Action = { type: 'key', key: 'HOME' };
  const actions: readonly Action[] = [
    tap(pixelPoint(160, 660)),
    { type: 'wait', durationMs: 10 },
    HOME,
    { type: 'stop', status: 'success' },
  ];
  it.each(environmentContract({ open, start: START, actions }))(
    '$name',
    async ({ run }) => {
      await run();
    },
    WAIT.timeout,
  );

  it('types any text into a field of the app, adds it, and finds it in the hierarchy', WAIT, async () => {
    await using environment = await open();
    let seen = await environment.reset(START, { signal });
    expect(seen.screen.activity?.package).toBe(GROCERIES);
    for (const text of ['Milk & 50% "cream"', '牛奶和面包', '🥛👨‍👩‍👧 two', 'חלב طازج']) {
      await does(environment, await on(seen, 'item'));
      seen = await does(environment, { type: 'type', text });
      expect((await nodes(seen)).map((node) => node.text)).toContain(text);
      seen = await does(environment, await on(seen, 'add'));
      expect((await nodes(seen)).filter((node) => node.text === text)).toHaveLength(1);
    }
    expect(live.state).toContain('groceries:Milk');
    await does(environment, await on(seen, 'item'));
    await does(environment, { type: 'type', text: 'wrong' });
    await does(environment, { type: 'clear_text' });
    seen = await does(environment, { type: 'type', text: 'right' });
    const field = (await nodes(seen)).find((node) => node.attribute('resource-id')?.endsWith('item'));
    expect(field?.text).toBe('right');
  });

  it('goes back and home, and opens apps by name', WAIT, async () => {
    await using environment = await open();
    await environment.reset(START, { signal });
    const back = await does(environment, { type: 'key', key: 'BACK' });
    expect(back.screen.activity?.package).toBe('com.touchstone.launcher');
    const opened = await does(environment, { type: 'open_app', app: 'Moving' });
    expect(opened.screen.activity?.package).toBe('org.example.moving');
    const home = await does(environment, HOME);
    expect(home.screen.activity?.package).toBe('com.touchstone.launcher');
    expect((await nodes(home)).map((node) => node.text).join()).toContain('Groceries');
  });

  it('begins with an app whose data are gone', WAIT, async () => {
    await using environment = await open();
    const seen = await environment.reset(START, { signal });
    await does(environment, await on(seen, 'item'));
    const typed = await does(environment, { type: 'type', text: 'Eggs' });
    await does(environment, await on(typed, 'add'));
    await environment.reset(START, { signal });
    expect(await shell('uiautomator dump /dev/tty')).not.toContain('Eggs');
  });

  it('takes a screen that never stands still as it is, with its hierarchy', WAIT, async () => {
    await using environment = await open();
    const seen = await environment.reset({ ...START, task: 'moving' }, { signal });
    expect(seen.screen.activity?.package).toBe('org.example.moving');
    expect((await nodes(seen)).map((node) => node.text)).toContain('Moving');
    const [one, two] = [await shell('screencap -p | md5sum'), await shell('screencap -p | md5sum')];
    expect(one).not.toBe(two);
  });

  it('leaves settings and keyboard as they were, after an exception too', WAIT, async () => {
    const state = (): Promise<string> =>
      shell('settings get global window_animation_scale; settings get secure default_input_method');
    const before = await state();
    const broken = async (): Promise<void> => {
      await using environment = await open();
      await environment.reset(START, { signal });
      expect(await state()).not.toBe(before);
      throw new Error('the agent broke');
    };
    await expect(broken()).rejects.toThrow('the agent broke');
    expect(await state()).toBe(before);
    const killed = await open();
    await killed.reset(START, { signal });
    await using next = await open();
    await next.reset({ ...START, task: 'home' }, { signal });
    await next[Symbol.asyncDispose]();
    expect(await state()).toBe(before);
    await killed[Symbol.asyncDispose]();
  });

  it('says its language, zone, time and size by the words of Android', WAIT, async () => {
    expect(await shell('am get-config')).toContain('de-rDE');
    expect(await shell('getprop persist.sys.timezone; wm size; wm density')).toBe(
      'Europe/Paris\nPhysical size: 360x800\nPhysical density: 160',
    );
    // The machine's clock, not one that was recorded.
    expect(Number(await shell('date +%Y'))).toBeGreaterThan(2025);
  });
});
