import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { Adb as AdbKit } from '@devicefarmer/adbkit';
import {
  Adb,
  AdbDaemonTransport,
  AdbPacket,
  AdbPacketSerializeStream,
  AdbServerClient,
} from '@yume-chan/adb';
import { AdbServerNodeTcpConnector } from '@yume-chan/adb-server-node-tcp';
import {
  ConcatBufferStream,
  StructDeserializeStream,
  pipeFrom,
  type ReadableStream,
} from '@yume-chan/stream-extra';
import { ADB } from 'appium-adb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { POCKET_FOLDER, pocketBenchmark } from '../../src/benchmarks/pocket/pocket-benchmark.js';
import type { Benchmark } from '../../src/benchmarks/benchmark.js';
import { isSamePicture } from '../../src/testing/rgba-of.js';
import { NO_ADB, freePort } from '../fixtures/adb/adb-server.js';
import { pocketPhone, type PocketPhone } from '../fixtures/adb/pocket-phone.js';
import { runTouchstone } from './run-touchstone.js';

// appium-adb logs every command otherwise; nothing else of it reads this.
vi.hoisted(() => {
  process.env['_TESTING'] = '1';
});

const { signal } = new AbortController();
const BACK = 4;
const ENTER = 66;

/** What every client can do, each in its own way. */
interface Client extends AsyncDisposable {
  /** Serials it finds by itself. */
  devices(): Promise<readonly string[]>;
  /** `exitCode` is null for clients that know none; some leave the last line's end out. */
  shell(line: string): Promise<{ readonly output: string; readonly exitCode: number | null }>;
  picture(): Promise<Uint8Array>;
  push(bytes: Uint8Array, path: string): Promise<void>;
  pull(path: string): Promise<Uint8Array>;
  type(text: string): Promise<void>;
  key(code: number): Promise<void>;
}

const ASKS_SHELL = {
  type: (client: Pick<Client, 'shell'>, text: string) => client.shell(`input text '${text}'`),
  key: (client: Pick<Client, 'shell'>, code: number) => client.shell(`input keyevent ${code}`),
};

async function bytesOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function openAdbkit({ port, device }: PocketPhone): Promise<Client> {
  const client = AdbKit.createClient({ host: '127.0.0.1', port });
  const phone = client.getDevice(device.serial);
  const shell: Client['shell'] = async (line) => ({
    output: (await bytesOf(await phone.shell(line))).toString(),
    exitCode: null,
  });
  return {
    devices: async () => (await client.listDevices()).map(({ id }: { id: string }) => id),
    shell,
    picture: async () => bytesOf(await phone.screencap()),
    push: async (bytes, path) => {
      const transfer = await phone.push(Readable.from([Buffer.from(bytes)], { objectMode: false }), path);
      await new Promise((done, fail) => transfer.on('end', done).on('error', fail));
    },
    pull: async (path) => {
      // A pull of what is not there ends without a word: the client asks first.
      await phone.stat(path);
      return bytesOf(await phone.pull(path));
    },
    type: async (text) => void (await ASKS_SHELL.type({ shell }, text)),
    key: async (code) => void (await ASKS_SHELL.key({ shell }, code)),
    [Symbol.asyncDispose]: async () => {},
  };
}

function tango(adb: Adb, devices: Client['devices'], close: () => Promise<void>): Client {
  const { shellProtocol, noneProtocol } = adb.subprocess;
  if (shellProtocol === undefined) throw new Error('the phone offers no shell protocol');
  const shell: Client['shell'] = async (line) => {
    const { stdout, exitCode } = await shellProtocol.spawnWaitText(line);
    return { output: stdout, exitCode };
  };
  const inSync = async <T>(work: (sync: Awaited<ReturnType<Adb['sync']>>) => Promise<T>): Promise<T> => {
    const sync = await adb.sync();
    try {
      return await work(sync);
    } finally {
      await sync.dispose();
    }
  };
  return {
    devices,
    shell,
    picture: () => noneProtocol.spawnWait('screencap -p'),
    push: (bytes, filename) =>
      inSync((sync) =>
        sync.write({
          filename,
          file: new Blob([new Uint8Array(bytes)]).stream() as ReadableStream<Uint8Array>,
        }),
      ),
    pull: (path) => inSync(async (sync) => sync.read(path).pipeThrough(new ConcatBufferStream())),
    type: async (text) => void (await ASKS_SHELL.type({ shell }, text)),
    key: async (code) => void (await ASKS_SHELL.key({ shell }, code)),
    [Symbol.asyncDispose]: close,
  };
}

async function openTangoServer({ port, device }: PocketPhone): Promise<Client> {
  const client = new AdbServerClient(new AdbServerNodeTcpConnector({ host: '127.0.0.1', port }));
  const adb = await client.createAdb({ serial: device.serial });
  const devices = async (): Promise<string[]> => (await client.getDevices()).map(({ serial }) => serial);
  return tango(adb, devices, () => adb.close());
}

/** Tango as a host of its own: no adb server between it and the phone. */
async function openTangoDaemon({ daemonPort, device }: PocketPhone): Promise<Client> {
  const socket = await new AdbServerNodeTcpConnector({ host: '127.0.0.1', port: daemonPort }).connect();
  const transport = await AdbDaemonTransport.authenticate({
    serial: device.serial,
    connection: {
      readable: socket.readable.pipeThrough(new StructDeserializeStream(AdbPacket)),
      writable: pipeFrom(socket.writable, new AdbPacketSerializeStream()),
    },
    credentialStore: {
      generateKey: () => Promise.reject(new Error('asked for a key')),
      iterateKeys: () => [],
    },
  });
  const adb = new Adb(transport);
  return tango(
    adb,
    async () => [adb.serial],
    async () => {
      await adb.close();
      await socket.close();
    },
  );
}

/** Its own `adb` in an SDK of its own, against the phone's server. */
async function appiumAdb({
  port,
  device,
}: PocketPhone): Promise<AsyncDisposable & { adb: ADB; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'phone-clients-'));
  const tools = join(folder, 'sdk', 'platform-tools');
  await mkdir(tools, { recursive: true });
  await symlink(adbProgram(), join(tools, 'adb'));
  const adb = await ADB.createADB({ sdkRoot: join(folder, 'sdk'), adbPort: port, udid: device.serial });
  return { adb, folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

async function openAppium(phone: PocketPhone): Promise<Client> {
  const appium = await appiumAdb(phone);
  const { adb, folder } = appium;
  const shell: Client['shell'] = async (line) => {
    try {
      return { output: await adb.shell([line]), exitCode: 0 };
    } catch (error) {
      return { output: '', exitCode: (error as { code?: number }).code ?? null };
    }
  };
  const local = join(folder, 'file');
  return {
    devices: async () => (await adb.getConnectedDevices()).map(({ udid }) => udid),
    shell,
    picture: () => adb.takeScreenshot(),
    push: async (bytes, path) => {
      await writeFile(local, bytes);
      await adb.push(local, path);
    },
    pull: async (path) => {
      await adb.pull(path, local);
      return readFile(local);
    },
    type: (text) => adb.inputText(text),
    key: (code) => adb.keyevent(code),
    [Symbol.asyncDispose]: () => appium[Symbol.asyncDispose](),
  };
}

/** The system's `adb`, in full. */
function adbProgram(): string {
  const name = process.env['TOUCHSTONE_ADB'] ?? 'adb';
  const folders = name.includes('/') ? ['.'] : (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.map((folder) => resolve(folder, name)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

/** Version of the package that the tests import. */
function versionOf(name: string): string {
  const folder = createRequire(import.meta.url)
    .resolve.paths(name)
    ?.find((path) => existsSync(join(path, name)));
  const text = readFileSync(join(folder ?? '', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function pictureOf(screen: string): Buffer {
  return readFileSync(join(POCKET_FOLDER, 'screens', `${screen}.png`));
}

/** Taps the middle of what the hierarchy on the phone calls so. */
async function tapLabel(client: Client, label: string): Promise<void> {
  const { output } = await client.shell('uiautomator dump /sdcard/view.xml');
  expect(output.trimEnd()).toBe('UI hierchary dumped to: /sdcard/view.xml');
  const dump = Buffer.from(await client.pull('/sdcard/view.xml')).toString();
  const node = dump
    .split('<node ')
    .find((one) => one.includes(`text="${label}"`) || one.includes(`content-desc="${label}"`));
  const bounds = /bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"/.exec(node ?? '');
  if (bounds === null) throw new Error(`nothing on the screen is called ${label}`);
  const [left = 0, top = 0, right = 0, bottom = 0] = bounds.slice(1).map(Number);
  await client.shell(`input tap ${Math.floor((left + right) / 2)} ${Math.floor((top + bottom) / 2)}`);
}

const CLIENTS = [
  {
    name: '@devicefarmer/adbkit',
    versions: { '@devicefarmer/adbkit': '3.3.9' },
    open: openAdbkit,
    exitCodes: 'unknown to it',
  },
  {
    name: '@yume-chan/adb by way of a server',
    versions: { '@yume-chan/adb': '2.6.4', '@yume-chan/adb-server-node-tcp': '2.5.2' },
    open: openTangoServer,
  },
  {
    name: '@yume-chan/adb as the host itself',
    versions: { '@yume-chan/adb': '2.6.4', '@yume-chan/stream-extra': '2.6.1' },
    open: openTangoDaemon,
  },
  { name: 'appium-adb', versions: { 'appium-adb': '16.0.9' }, open: openAppium, needsAdb: true },
] as const;

let benchmark: Benchmark;
beforeAll(async () => {
  benchmark = await pocketBenchmark.open({ mode: 'corrected', signal });
});
afterAll(() => benchmark[Symbol.asyncDispose]());

describe.each(CLIENTS)('$name, as it was published', ({ name, versions, open, ...client }) => {
  const isAbsent = 'needsAdb' in client && NO_ADB !== null;
  if (isAbsent) console.log(`${name} ${NO_ADB}`);

  it('is of the version that is meant', () => {
    for (const [each, version] of Object.entries(versions)) expect(versionOf(each)).toBe(version);
  });

  it.skipIf(isAbsent)('switches Pocket to its dark theme', async () => {
    await using phone = await pocketPhone(benchmark, 'dark-theme');
    await using hand = await open(phone);
    expect(await hand.devices()).toEqual([phone.device.serial]);
    expect((await hand.shell('wm size')).output.trimEnd()).toBe('Physical size: 540x1170');
    expect((await hand.shell('exit 7')).exitCode).toBe('exitCodes' in client ? null : 7);
    expect(await isSamePicture(pictureOf('home.screen'), await hand.picture())).toBe(true);
    await tapLabel(hand, 'Settings');
    await hand.shell('input swipe 270 900 270 300 300');
    expect(await isSamePicture(pictureOf('settings.list~s1'), await hand.picture())).toBe(true);
    await tapLabel(hand, 'Sound &amp; vibration');
    await hand.key(BACK);
    await tapLabel(hand, 'Display');
    await tapLabel(hand, 'Theme');
    await tapLabel(hand, 'Dark');
    expect(await isSamePicture(pictureOf('settings.theme~dark'), await hand.picture())).toBe(true);
    expect(await phone.end()).toEqual({
      states: [
        'home.screen',
        'settings.list',
        'settings.list~s1',
        'settings.sound',
        'settings.list~s1',
        'settings.display',
        'settings.theme',
        'settings.theme~dark',
      ],
      success: true,
    });
    expect(phone.problems).toEqual([]);
  });

  it.skipIf(isAbsent)('joins a network in Pocket by its password', async () => {
    await using phone = await pocketPhone(benchmark, 'join-harbor-cafe');
    await using hand = await open(phone);
    await tapLabel(hand, 'Settings');
    await tapLabel(hand, 'Network &amp; internet');
    await tapLabel(hand, 'Harbor Cafe');
    await hand.type('tidepool9');
    await hand.key(ENTER);
    expect(await phone.end()).toEqual({
      states: [
        'home.screen',
        'settings.list',
        'settings.network',
        'settings.password~harbor',
        'settings.password~harbor.typed',
        'settings.network~harbor',
      ],
      success: true,
    });
    expect(phone.problems).toEqual([]);
  });

  it.skipIf(isAbsent)('puts files on the phone and gets them back', async () => {
    await using phone = await pocketPhone(benchmark, 'dark-theme');
    await using hand = await open(phone);
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (7 * index) & 255);
    await hand.push(bytes, '/sdcard/Download/file.bin');
    expect((await hand.shell('stat -c %s /sdcard/Download/file.bin')).output.trimEnd()).toBe('300000');
    expect(Buffer.from(bytes).equals(await hand.pull('/sdcard/Download/file.bin'))).toBe(true);
    await expect(hand.pull('/sdcard/none')).rejects.toThrow();
    expect(phone.problems).toEqual([]);
  });
});

describe('@devicefarmer/adbkit, in its own words', () => {
  it('finds the phone like any other', async () => {
    await using phone = await pocketPhone(benchmark, 'dark-theme');
    const client = AdbKit.createClient({ host: '127.0.0.1', port: phone.port });
    const hand = client.getDevice(phone.device.serial);
    expect(await client.version()).toBe(41);
    expect(await hand.getState()).toBe('device');
    expect(await hand.getProperties()).toMatchObject({ 'ro.product.model': phone.device.banner.model });
    expect(await hand.getPackages()).toContain('com.pocket.settings');
    expect(await hand.isInstalled('com.pocket.clock')).toBe(true);
    expect(await hand.isInstalled('com.example.none')).toBe(false);
    expect((await hand.readdir('/sdcard')).map(({ name }: { name: string }) => name)).toContain('Download');
    expect((await hand.stat('/sdcard/Download')).isDirectory()).toBe(true);
    await hand.waitBootComplete();
    expect(await hand.startActivity({ component: 'com.pocket.clock/.AlarmsActivity' })).toBe(true);
    expect(phone.device.state).toBe('clock.alarms');
    await hand.forward('tcp:0', 'tcp:9008');
    expect(await hand.listForwards()).toHaveLength(1);
    expect(phone.problems).toEqual([]);
  });
});

describe('@yume-chan/adb, in its own words', () => {
  it('finds the phone like any other', async () => {
    await using phone = await pocketPhone(benchmark, 'dark-theme');
    const client = new AdbServerClient(
      new AdbServerNodeTcpConnector({ host: '127.0.0.1', port: phone.port }),
    );
    const adb = await client.createAdb(undefined);
    expect(adb.serial).toBe(phone.device.serial);
    expect(adb.banner.model).toBe(phone.device.banner.model);
    expect(await adb.getProp('ro.product.model')).toBe(phone.device.banner.model);
    expect(await adb.framebuffer()).toMatchObject({
      width: 540,
      height: 1170,
      data: { length: 540 * 1170 * 4 },
    });
    const sync = await adb.sync();
    expect((await sync.readdir('/sdcard')).map(({ name }) => name)).toContain('Download');
    expect(await sync.isDirectory('/sdcard/Download')).toBe(true);
    await sync.dispose();
    const { shellProtocol } = adb.subprocess;
    if (shellProtocol === undefined) throw new Error('the phone offers no shell protocol');
    const process = await shellProtocol.spawn('cat; echo late >&2; exit 9');
    const writer = process.stdin.getWriter();
    await writer.write(Buffer.from('by hand'));
    await writer.close();
    const [out, err] = await Promise.all([
      process.stdout.pipeThrough(new ConcatBufferStream()),
      process.stderr.pipeThrough(new ConcatBufferStream()),
    ]);
    expect([Buffer.from(out).toString(), Buffer.from(err).toString()]).toEqual(['by hand', 'late\n']);
    expect(await process.exited).toBe(9);
    await adb.close();
    expect(phone.problems).toEqual([]);
  });
});

describe.skipIf(NO_ADB !== null)('appium-adb, in its own words', () => {
  it('finds the phone like any other', async () => {
    await using phone = await pocketPhone(benchmark, 'dark-theme');
    await using appium = await appiumAdb(phone);
    const { adb } = appium;
    expect(await adb.getModel()).toBe(phone.device.banner.model);
    expect(await adb.getApiLevel()).toBeGreaterThanOrEqual(30);
    expect(await adb.getScreenSize()).toBe('540x1170');
    expect(await adb.getScreenDensity()).toBe(phone.device.profile.density);
    expect(await adb.getScreenOrientation()).toBe(0);
    expect(await adb.isScreenLocked()).toBe(false);
    expect(await adb.isAppInstalled('com.pocket.settings')).toBe(true);
    expect(await adb.isAppInstalled('com.example.none')).toBe(false);
    expect(await adb.listInstalledPackages()).toContainEqual(
      expect.objectContaining({ appPackage: 'com.pocket.clock' }),
    );
    await adb.activateApp('com.pocket.settings');
    expect(phone.device.state).toBe('settings.list');
    expect(await adb.getFocusedPackageAndActivity()).toEqual({
      appPackage: 'com.pocket.settings',
      appActivity: '.SettingsActivity',
    });
    await adb.startApp({ pkg: 'com.pocket.clock', activity: '.AlarmsActivity' });
    expect(phone.device.state).toBe('clock.alarms');
    expect(await adb.isAppRunning('com.pocket.clock')).toBe(true);
    await adb.goToHome();
    expect(phone.device.state).toBe('home.screen');
    expect(await adb.isSoftKeyboardPresent()).toMatchObject({ isKeyboardShown: false });
    expect(await adb.fileExists('/sdcard/Download')).toBe(true);
    expect(await adb.ls('/sdcard')).toContain('Download');
    await adb.forwardPort(await freePort(), 9008);
    expect(await adb.getForwardList()).toHaveLength(1);
    expect(phone.problems).toEqual([]);
  });
});

/** A whole agent in a shell: it taps what the hierarchy calls so, one `adb` after the other. */
const SHELL_AGENT = String.raw`set -e
tap() {
  set -- $(adb shell uiautomator dump /dev/tty | tr '>' '\n' | grep -F "\"$1\"" | head -n 1 |
    sed 's/.*bounds="\[\([0-9]*\),\([0-9]*\)\]\[\([0-9]*\),\([0-9]*\)\]".*/\1 \2 \3 \4/')
  adb shell input tap $((($1 + $3) / 2)) $((($2 + $4) / 2))
}
for name in Settings Display Theme Dark; do
  tap "$name"
  adb exec-out screencap -p | wc -c
done
`;

describe.skipIf(NO_ADB !== null)('a shell script that forks adb per command', () => {
  it('switches Pocket to its dark theme under touchstone phone run', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'phone-script-'));
    const file = join(folder, 'agent.sh');
    await writeFile(file, SHELL_AGENT);
    const run = ['phone', 'run', 'pocket', '--task', 'dark-theme', '--runs', folder, '--run-id', 'script'];
    const options = ['--agent-option', 'screenshots=recorded', '--min-success', '100%'];
    const done = await runTouchstone([...run, ...options, '--', 'sh', file]);
    expect(done).toMatchObject({ code: 0 });
    const output = await readFile(join(folder, 'script', 'attempts', 'dark-theme.0.1.output.txt'), 'utf8');
    expect(output.trim().split('\n').at(-1)).toBe(String(pictureOf('settings.theme~dark').length));
    await rm(folder, { recursive: true });
  });
});
