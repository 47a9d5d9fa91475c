import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PhoneDevice } from '../../src/phone/device/phone-device.js';
import { phoneDaemon, type PhoneDaemon } from '../../src/phone/transport/phone-daemon.js';
import { DeviceRecords } from '../../src/environments/android/pool/device-records.js';
import { leaseDevice } from '../../src/environments/android/pool/device-lease.js';
import { NO_ADB, startAdbServer, type AdbServer } from '../fixtures/adb/adb-server.js';
import { smallPhone } from '../fixtures/adb/small-phone.js';
import { runTouchstone } from './run-touchstone.js';

if (NO_ADB !== null) console.log(NO_ADB);

const WAIT = { timeout: 120_000 };

/** Taps into the upper half once and stops. */
const AGENT = `
  import { createInterface } from 'node:readline';
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
  let step = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === 'open') { step = 0; say({ type: 'ready' }); }
    if (message.type !== 'observe') continue;
    const point = { x: 100, y: 100, space: 'pixel' };
    say({ type: 'decide', action: step++ === 0
      ? { type: 'tap', target: { type: 'point', point } }
      : { type: 'stop', status: 'success' } });
  }
`;
const shows = (text: string) => ({
  type: 'stoppage',
  match_type: 'equal',
  match_rules: { text },
  check_type: 'equal',
  check_rules: { text },
});
const task = (id: string, more: object) => ({ id, instructions: { en: id }, ...more });
const NOTES = { name: 'Notes', package: 'org.example.notes' };
const MILESTONE = { id: 'm', type: 'screen', screens: ['notes'] };

describe.skipIf(NO_ADB !== null)('touchstone run --env android, on a phone of the real adb server', () => {
  let phone: PhoneDevice;
  let daemon: PhoneDaemon;
  let adb: AdbServer;
  let folder: string;
  let home: string;

  beforeAll(async () => {
    phone = await smallPhone();
    daemon = await phoneDaemon({ services: phone, onProblem: () => {} });
    adb = await startAdbServer();
    await adb.run(['connect', serial()]);
  }, WAIT.timeout);
  afterAll(async () => {
    for (const part of [adb, daemon, phone]) await part[Symbol.asyncDispose]();
  }, WAIT.timeout);
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-android-run-'));
    home = join(folder, 'home');
    await writeFile(join(folder, 'agent.mjs'), AGENT);
    return () => rm(folder, { recursive: true, force: true });
  });

  const serial = (): string => `127.0.0.1:${daemon.port}`;
  const world = async (apps: readonly object[], tasks: readonly object[]): Promise<void> => {
    const files = {
      'android.json': { formatVersion: 1, apps, settle: { firstMs: 20, everyMs: 20 } },
      'suite.json': {
        formatVersion: 1,
        name: 'notes',
        version: '1',
        languages: ['en'],
        defaultMaxSteps: 4,
        tasks,
      },
    };
    for (const [file, value] of Object.entries(files))
      await writeFile(join(folder, file), JSON.stringify(value));
  };
  const touchstone = (args: readonly string[], env: Record<string, string> = {}) =>
    runTouchstone(args, {
      env: { TOUCHSTONE_HOME: home, ANDROID_ADB_SERVER_PORT: String(adb.port), ...env },
    });
  const run = (args: readonly string[] = [], env: Record<string, string> = {}) =>
    touchstone(
      [
        'run',
        folder,
        '--env',
        'android',
        '--agent',
        'process',
        '--run-id',
        'r',
        '--json',
        '--agent-option',
        `command=node ${join(folder, 'agent.mjs')}`,
        '--runs',
        join(folder, 'runs'),
        ...args,
      ],
      env,
    );
  const journal = async (): Promise<string> =>
    await readFile(join(folder, 'runs/r/journal-main.jsonl'), 'utf8');

  it('does tasks, scores them by rules, and leaves phone and folder as they were', WAIT, async () => {
    await world(
      [NOTES],
      [
        task('from-home', { apps: ['Notes'], evaluators: [shows('notes')] }),
        task('from-app', { start: 'Notes', evaluators: [shows('editor')] }),
        task('by-state', { start: 'Notes', milestones: [MILESTONE] }),
        task('elsewhere', { start: 'Bank', evaluators: [shows('x')] }),
      ],
    );
    const done = await run(['--device', serial()]);
    expect(done.stderr).toContain('"m" names a state');
    expect(done.stderr).toContain('"Bank", which is no app of android.json');
    const document: unknown = JSON.parse(done.stdout);
    expect(document).toMatchObject({ status: 'complete', finished: 4, voided: 2 });
    const { identity } = JSON.parse(await readFile(join(folder, 'runs/r/run.json'), 'utf8')) as {
      identity: { environment: unknown };
    };
    expect(identity.environment).toMatchObject({
      kind: 'android',
      device: expect.stringMatching(/\w/),
      system: expect.stringMatching(/^Android \d/),
      settings: { screens: '270x600' },
    });
    expect(await readdir(join(home, 'devices'))).toEqual([]);
    // Scoring again takes no phone.
    const again = await touchstone(['score', 'r', '--runs', join(folder, 'runs'), '--json'], {
      ANDROID_ADB_SERVER_PORT: '1',
    });
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('"success": true');
  });

  it('refuses a suite whose tasks all name states, and a place without phones', WAIT, async () => {
    await world([NOTES], [task('by-state', { milestones: [MILESTONE] })]);
    expect(await run()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('every task of the suite names states'),
    });
    await world([NOTES], [task('t', { evaluators: [shows('notes')] })]);
    expect(await run(['--device', 'nobody'])).toMatchObject({ stderr: expect.stringContaining(serial()) });
    const noServer = await run([], { ANDROID_ADB_SERVER_PORT: '1' });
    expect(noServer).toMatchObject({ code: 4, stderr: expect.stringContaining('adb start-server') });
  });

  it('leaves tasks out whose app is not installed', WAIT, async () => {
    const bank = { name: 'Bank', package: 'org.example.absent' };
    await world([NOTES, bank], [task('t', { start: 'Bank', evaluators: [shows('notes')] })]);
    const done = await run();
    expect(done.stderr).toContain(`org.example.absent is not installed on ${serial()}`);
  });

  it('runs no command and types no variable of a folder that nobody trusts, then does', WAIT, async () => {
    const app = {
      ...NOTES,
      reset: [
        process.execPath,
        '-e',
        'require("fs").writeFileSync("reset.txt", process.env.TOUCHSTONE_PACKAGE)',
      ],
      login: [{ wait: 'home' }, { open: 'Notes' }, { assert: 'notes' }],
    };
    await world([app], [task('t', { start: 'Notes', evaluators: [shows('editor')] })]);
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('a command (reset)') });
    expect(await readdir(folder)).not.toContain('reset.txt');
    expect((await touchstone(['trust', folder])).stdout).toContain('a command (reset)');
    expect(JSON.parse((await run()).stdout)).toMatchObject({ finished: 1, voided: 0 });
    expect(await readFile(join(folder, 'reset.txt'), 'utf8')).toBe('org.example.notes');
  });

  it('says which step of a login failed, and never what was typed', WAIT, async () => {
    const app = { ...NOTES, login: [{ type: '{secret:NOTES_PASSWORD}' }, { assert: 'Welcome' }] };
    await world([app], [task('t', { start: 'Notes', evaluators: [shows('editor')] })]);
    await touchstone(['trust', folder]);
    const secret = 'hunter2-secret';
    const done = await run([], { NOTES_PASSWORD: secret });
    expect(JSON.parse(done.stdout)).toMatchObject({ voided: 1 });
    const kept = await journal();
    expect(kept).toContain('of the login of Notes');
    for (const text of [kept, done.stdout, done.stderr]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('base64'));
    }
  });

  it('shares a phone with no other process', WAIT, async () => {
    await world([NOTES], [task('t', { evaluators: [shows('notes')] })]);
    const listed = JSON.parse((await touchstone(['devices', '--json'])).stdout) as {
      devices: { name: string; serial: string; state: string }[];
    };
    expect(listed.devices).toEqual([expect.objectContaining({ serial: serial(), state: 'ready' })]);
    await using _lease = await leaseDevice(join(home, 'devices'), listed.devices[0]?.name ?? '', 'here');
    const busy = await touchstone(['devices']);
    expect(busy.stdout).toContain(`busy, process ${process.pid}`);
    const refused = await run(['--device', serial()]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`process ${process.pid}`) });
  });

  it('is looked at by the doctor, who leaves it as it was and lets it out of quarantine', WAIT, async () => {
    const state = async (): Promise<string> =>
      (
        await adb.run([
          '-s',
          serial(),
          'shell',
          'settings list global; settings list secure; settings list system; ls /data/local/tmp; dumpsys window | grep mCurrentFocus',
        ])
      ).stdout;
    const before = await state();
    const listed = JSON.parse((await touchstone(['devices', '--json'])).stdout) as {
      devices: { name: string }[];
    };
    const records = new DeviceRecords(join(home, 'devices'));
    records.quarantine(listed.devices[0]?.name ?? '', 'it hung', serial(), 'M');
    expect((await touchstone(['devices'])).stdout).toContain('quarantined: it hung');
    await world([NOTES], [task('t', { evaluators: [shows('notes')] })]);
    expect((await run()).stderr).toContain('is in quarantine');
    const answers = join(folder, 'answers.jsonl');
    const done = await touchstone([
      'doctor',
      '--devices',
      '--json',
      '--package',
      'org.example.notes',
      '--record',
      answers,
    ]);
    const { devices } = JSON.parse(done.stdout) as {
      devices: { serial: string; released: boolean; checks: { check: string; state: string }[] }[];
    };
    const phoneReport = devices.find((one) => one.serial === serial());
    expect(phoneReport?.checks.filter((one) => one.state === 'fault' || one.state === 'skipped')).toEqual([]);
    expect(phoneReport?.checks.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        'round trip',
        'picture',
        'hierarchy',
        'input',
        'settings',
        'keyboard',
        'leftovers',
      ]),
    );
    expect(done.code).toBe(0);
    expect(phoneReport?.released).toBe(true);
    expect(await state()).toBe(before);
    expect(await readdir(join(home, 'devices'))).toEqual([]);
    const lines = (await readFile(answers, 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { command: string }).command)).toContain(
      'dumpsys battery',
    );
    const missing = await touchstone(['doctor', '--devices', '--package', 'org.example.absent']);
    expect(missing).toMatchObject({ code: 1, stdout: expect.stringContaining('adb install FILE.apk') });
  });
});
