import { execFile, spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AdbServer } from '../src/environments/android/adb/adb-server.js';
import { AndroidDevice } from '../src/environments/android/driver/android-device.js';
import { HealthProbe } from '../src/environments/android/driver/health-probe.js';
import { takeScreenshot } from '../src/environments/android/driver/take-screenshot.js';
import { tapAt } from '../src/environments/android/driver/touch.js';
import { ChromiumEnvironments } from '../src/environments/chromium/chromium-environments.js';
import { findChromium } from '../src/environments/chromium/launch-chromium.js';
import { phoneDaemon, type PhoneDaemon } from '../src/phone/transport/phone-daemon.js';
import { serveEnvironment } from '../src/testing/phones/served-environment.js';
import { benchPhone, benchWorld } from './bench-phone.js';
import type { BenchRow } from './bench-row.js';

const STEPS = 60;
const LIMIT_MS = 40;
/** Devices side by side, the steps of each, and milliseconds that a screen takes to settle. */
const [DEVICES, SETTLED_STEPS, SETTLING_MS] = [4, 60, 300];
const { signal } = new AbortController();

/**
 * What a step of the driver of Android devices costs over the phone front, through the real adb server, without waiting for the
 * screen to settle: a tap and a screenshot, with the look after the device beside it; on a recorded phone and on a live one.
 */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [{ name: 'load of the machine (1 min)', value: loadavg()[0] ?? 0, unit: '' }];
  if (spawnSync('adb', ['version']).status !== 0) return rows;
  const phone = await benchPhone(await benchWorld(), 'driver-bench');
  const daemon = await phoneDaemon({ services: phone, onProblem: () => {} });
  rows.push(...(await driven('recorded phone, 1 MB a picture', daemon, LIMIT_MS)));
  await daemon[Symbol.asyncDispose]();
  await phone[Symbol.asyncDispose]();
  rows.push(await sideBySide());
  if (findChromium() !== null) rows.push(...(await liveRows()));
  return rows;
}

/** Steps of four devices at a time against those of one, each with a screen that takes its time to settle. */
async function sideBySide(): Promise<BenchRow> {
  const world = await benchWorld();
  await using adb = await ownAdbServer();
  const opened: AsyncDisposable[] = [];
  const devices: AndroidDevice[] = [];
  for (let index = 0; index < DEVICES; index += 1) {
    const phone = await benchPhone(world, `side-by-side-${index}`);
    const daemon = await phoneDaemon({ services: phone, onProblem: () => {} });
    opened.push(daemon, phone);
    devices.push(await adb.connect(daemon));
  }
  const perSecond = async (used: readonly AndroidDevice[]): Promise<number> => {
    const start = performance.now();
    // Agents are not in step with one another.
    await Promise.all(used.map((device, index) => settledSteps(device, (index * SETTLING_MS) / DEVICES)));
    return (1000 * used.length * SETTLED_STEPS) / (performance.now() - start);
  };
  await perSecond(devices);
  const one = await perSecond(devices.slice(0, 1));
  const all = await perSecond(devices);
  for (const part of opened) await part[Symbol.asyncDispose]();
  return {
    name: `${DEVICES} devices at a time, ${SETTLING_MS} ms of settling a step`,
    value: all,
    unit: 'steps/s',
    ratio: `${(all / one).toFixed(2)} times one device (>= 3.5)`,
  };
}

async function settledSteps(device: AndroidDevice, afterMs: number): Promise<void> {
  await delay(afterMs);
  const probe = new HealthProbe(device);
  for (let step = 0; step < SETTLED_STEPS; step += 1) {
    await probe.probe(signal);
    await tapAt(device, [540 + (step % 7), 1200], 1, signal);
    await delay(SETTLING_MS);
    await takeScreenshot(device, signal);
    await probe.probe(signal);
  }
}

async function liveRows(): Promise<BenchRow[]> {
  const url = pathToFileURL('examples/live/app/index.html').href;
  const app = { name: 'Groceries', package: 'org.example.groceries', url };
  await using environments = new ChromiumEnvironments({ apps: [app], startOf: () => ({ app }) });
  await using live = await environments.lend(null, { signal });
  await using served = await serveEnvironment(live, { start: { task: 'bench', repeat: 0, seed: 1 } });
  return await driven('live phone in Chromium', served.daemon, null);
}

async function driven(name: string, daemon: PhoneDaemon, limit: number | null): Promise<BenchRow[]> {
  await using adb = await ownAdbServer();
  const device = await adb.connect(daemon);
  const probe = new HealthProbe(device);
  const figures = { step: [] as number[], look: [] as number[], probe: [] as number[] };
  for (let step = -5; step < STEPS; step += 1) {
    const start = performance.now();
    await tapAt(device, [540 + (step % 7), 1200], 1, signal);
    const tapped = performance.now();
    await takeScreenshot(device, signal);
    const seen = performance.now();
    await probe.probe(signal);
    if (step < 0) continue;
    figures.step.push(seen - start);
    figures.look.push(seen - tapped);
    figures.probe.push(performance.now() - seen);
  }
  const row = (what: string, values: readonly number[], target: number | null): BenchRow => ({
    name: `${name}: ${what}, p50`,
    value: quantile(values, 0.5),
    unit: 'ms',
    ...(target === null ? {} : { target: `< ${target}` }),
    ratio: `p95 ${quantile(values, 0.95).toFixed(1)} ms`,
  });
  return [
    row('tap and screenshot by the driver', figures.step, limit),
    row('the screenshot of that', figures.look, null),
    row('look after the device, two to a step', figures.probe, null),
  ];
}

/** An adb server of its own that phones are connected to. */
async function ownAdbServer() {
  const port = await freePort();
  const env = { ...process.env, ANDROID_ADB_SERVER_PORT: String(port), ADB_LOCAL_TRANSPORT_MAX_PORT: '5553' };
  // Not in step: the server asks the phone, which is here, before the client is answered.
  const adb = (...args: string[]) => promisify(execFile)('adb', args, { env });
  await adb('start-server');
  const connections: AsyncDisposable[] = [];
  return {
    connect: async (daemon: PhoneDaemon): Promise<AndroidDevice> => {
      await adb('connect', `127.0.0.1:${daemon.port}`);
      const connection = await new AdbServer({ port }).open(`127.0.0.1:${daemon.port}`, signal);
      connections.push(connection);
      return new AndroidDevice(connection, { now: () => performance.now(), pass: async () => {} });
    },
    [Symbol.asyncDispose]: async () => {
      for (const connection of connections) await connection[Symbol.asyncDispose]();
      await adb('kill-server');
    },
  };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? Number.NaN;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
