import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { PhoneLogHeaderSchema, type PhoneEvent } from '../../formats/phone/phone-event.js';
import { PhoneClient, shellLine } from '../../testing/phones/phone-client.js';
import { comparableActions } from '../../testing/phones/phone-session.js';
import { smallGraph } from '../../testing/small-graph.js';
import { EnvironmentWorld } from '../device/environment-world.js';
import { PhoneDevice } from '../device/phone-device.js';
import { profileOfGraph } from '../device/phone-profile.js';
import { phoneLogHeader } from '../log/phone-log-header.js';
import { replayLog } from '../log/replay-log.js';
import type { PhoneOptions } from '../phone-options.js';
import { phoneParts } from '../phone-parts.js';
import { apkOf } from '../../testing/datasets/apk-of.js';

const START = { task: 'any', repeat: 0, seed: 0 };
const { signal } = new AbortController();
const WORLD = new GraphWorld(buildGraph(smallGraph()));
const NOTES = 'com.example.notes';
const HOME = 'com.android.launcher';

async function openWorld(): Promise<EnvironmentWorld> {
  const environment = new GraphEnvironment(WORLD, { mode: 'corrected', startOf: () => null });
  const profile = await profileOfGraph(WORLD, { density: 160 });
  return EnvironmentWorld.start(environment, { profile, start: START, signal });
}

async function openPhone(options: Partial<PhoneOptions> = {}): Promise<PhoneDevice> {
  return PhoneDevice.start({ serial: 'recorded', world: await openWorld(), parts: phoneParts(), options });
}

/** Begins a command and gives its client once the phone shows a program of the name. */
async function begin(phone: PhoneDevice, line: string, name: string) {
  const before = phone.processes.list().filter((process) => process.name === name).length;
  const client = new PhoneClient();
  const serve = phone.open(`shell:${line}`);
  const ended = serve?.(client);
  const count = () => phone.processes.list().filter((process) => process.name === name).length;
  // A server that takes the place of another leaves as many.
  for (let look = 0; look < 50 && (look < 5 || count() < before); look += 1) await turn();
  return { client, ended };
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

const JAR = 'echo jar > /data/local/tmp/u2.jar';
const SERVER = 'CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main';

describe("the port of uiautomator2's server", () => {
  it.each([
    ['pkill by its command line', 'pkill -f com.wetest.uia2.Main'],
    ['pkill by its name', 'pkill -9 app_process'],
    ['kill by its number', 'kill $(pidof app_process)'],
    ['killall', 'killall app_process'],
  ])('is refused after %s, and taken again by one that a client starts', async (_, line) => {
    await using phone = await openPhone();
    const notes: string[] = [];
    phone.log.listen((event) => void ('what' in event && notes.push(`${event.kind}: ${event.what}`)));
    expect(phone.open('tcp:9008')).not.toBeNull();
    await shellLine(phone, line);
    expect(phone.open('tcp:9008')).toBeNull();
    expect(notes).toEqual(['refused: tcp:9008 (nothing listens)']);
    expect(await shellLine(phone, 'pidof app_process')).toBe('');
    await shellLine(phone, JAR);
    const { client, ended } = await begin(phone, SERVER, 'app_process');
    expect(phone.open('tcp:9008')).not.toBeNull();
    client.leave();
    await ended;
    expect(phone.open('tcp:9008')).toBeNull();
  });

  it("is the client's who starts a server: that goes with its stream, and no other is left", async () => {
    await using phone = await openPhone();
    await shellLine(phone, JAR);
    const { client, ended } = await begin(phone, SERVER, 'app_process');
    expect((await shellLine(phone, 'pidof app_process'))?.trim().split(' ')).toHaveLength(1);
    client.leave();
    await ended;
    expect(phone.open('tcp:9008')).toBeNull();
  });

  it.each([
    `${SERVER} &`,
    SERVER.replace('app_process', 'nohup app_process'),
    SERVER.replace('app_process', 'setsid app_process'),
    `${SERVER.replace('app_process', 'nohup app_process')} >/dev/null 2>&1 &`,
  ])('stays open when the client leaves that started it by %s', async (line) => {
    await using phone = await openPhone();
    await shellLine(phone, `${JAR}; pkill app_process`);
    const { client, ended } = await begin(phone, line, 'app_process');
    client.leave();
    await ended;
    expect(phone.counts.streams).toBe(0);
    expect(phone.open('tcp:9008')).not.toBeNull();
    await shellLine(phone, 'pkill -f uia2');
    expect(phone.open('tcp:9008')).toBeNull();
  });

  it('is refused by a connection that was open when the server ended', async () => {
    await using phone = await openPhone();
    const client = new PhoneClient();
    const served = phone.open('tcp:9008')?.(client);
    await turn();
    await shellLine(phone, 'pkill app_process');
    await served;
    expect(phone.counts.streams).toBe(0);
  });
});

describe('am instrument', () => {
  const INSTRUMENT =
    'am instrument -w -r -e class com.github.uiautomator.stub.Stub com.github.uiautomator.test/androidx.test.runner.AndroidJUnitRunner';

  async function openWithServer(): Promise<PhoneDevice> {
    const phone = await openPhone({ install: 'pretend' });
    phone.files.write('/data/local/tmp/test.apk', apkOf('com.github.uiautomator.test'));
    expect(await shellLine(phone, 'pm install /data/local/tmp/test.apk')).toBe('Success\n');
    await shellLine(phone, 'pkill app_process');
    return phone;
  }

  it('runs the server of uiautomator2 in its own process until its stream ends', async () => {
    await using phone = await openWithServer();
    expect(phone.open('tcp:9008')).toBeNull();
    const { client, ended } = await begin(phone, INSTRUMENT, 'com.github.uiautomator');
    expect(phone.open('tcp:9008')).not.toBeNull();
    expect(await shellLine(phone, 'kill $(pidof com.github.uiautomator)')).toContain(
      'Operation not permitted',
    );
    client.leave();
    await ended;
    expect(phone.open('tcp:9008')).toBeNull();
    expect(await shellLine(phone, 'pidof com.github.uiautomator')).toBe('');
  });

  it('says that the process crashed when its package is stopped', async () => {
    await using phone = await openWithServer();
    const { client, ended } = await begin(phone, INSTRUMENT, 'com.github.uiautomator');
    await shellLine(phone, 'am force-stop com.github.uiautomator');
    await ended;
    expect(client.output.toString()).toBe(
      'INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n',
    );
    expect(phone.open('tcp:9008')).toBeNull();
  });

  it('runs on without -w', async () => {
    await using phone = await openWithServer();
    await shellLine(phone, INSTRUMENT.replace(' -w', ''));
    expect(phone.open('tcp:9008')).not.toBeNull();
  });
});

describe('the app in front', () => {
  const pidIn = (text: string | null, pattern: RegExp): number => Number(pattern.exec(text ?? '')?.[1]);

  it('runs in one process, whoever is asked', async () => {
    await using phone = await openPhone();
    await shellLine(phone, `monkey -p ${NOTES} 1`);
    const pid = Number(await shellLine(phone, `pidof ${NOTES}`));
    expect(pid).toBeGreaterThan(1000);
    const asked = [
      [`ps -A | grep ${NOTES}`, /^\S+ +(\d+)/],
      ['dumpsys activity top', /pid=(\d+)/],
      ['dumpsys activity processes', /ProcessRecord\{\w+ (\d+):/],
      ['dumpsys window windows', /mSession=Session\{\w+ (\d+):/],
      ['logcat -d -s ActivityManager', new RegExp(`Start proc (\\d+):${NOTES}/`)],
      [`pgrep -f ${NOTES}`, /^(\d+)$/m],
    ] as const;
    for (const [line, pattern] of asked)
      expect([line, pidIn(await shellLine(phone, line), pattern)]).toEqual([line, pid]);
  });

  it('keeps its process in the background, and has another when it was stopped', async () => {
    await using phone = await openPhone();
    const pidOf = async (app: string) => (await shellLine(phone, `pidof ${app}`))?.trim();
    await shellLine(phone, `monkey -p ${NOTES} 1`);
    const first = await pidOf(NOTES);
    await shellLine(phone, 'input keyevent HOME');
    expect(await pidOf(NOTES)).toBe(first);
    await shellLine(phone, `monkey -p ${NOTES} 1; am force-stop ${NOTES}`);
    expect([await pidOf(NOTES), phone.component.split('/', 1)[0]]).toEqual(['', HOME]);
    await shellLine(phone, `monkey -p ${NOTES} 1`);
    const second = await pidOf(NOTES);
    expect(second).toMatch(/^\d+$/);
    expect(second).not.toBe(first);
    await shellLine(phone, `am start -S -n ${NOTES}/.MainActivity`);
    expect([first, second]).not.toContain(await pidOf(NOTES));
  });

  it('is not ended by am kill, which ends it in the background', async () => {
    await using phone = await openPhone();
    await shellLine(phone, `monkey -p ${NOTES} 1; am kill ${NOTES}; am kill-all`);
    expect(await shellLine(phone, `pidof ${NOTES}`)).toMatch(/^\d+\n$/);
    await shellLine(phone, `input keyevent HOME; am kill ${NOTES}`);
    expect(await shellLine(phone, `pidof ${NOTES}`)).toBe('');
  });

  it("is nobody's to end by a signal who is not its user", async () => {
    await using phone = await openPhone();
    await shellLine(phone, `monkey -p ${NOTES} 1`);
    const pid = (await shellLine(phone, `pidof ${NOTES}`))?.trim();
    expect(await shellLine(phone, `pkill -f ${NOTES}; echo $?`)).toBe(
      `pkill: TERM->${pid}: Operation not permitted\n1\n`,
    );
    expect(await shellLine(phone, `kill -9 ${pid}; echo $?`)).toBe(
      `/system/bin/sh: kill: ${pid}: Operation not permitted\n1\n`,
    );
    expect((await shellLine(phone, `pidof ${NOTES}`))?.trim()).toBe(pid);
  });
});

describe('what runs in the background', () => {
  it('goes on when its client is gone, and is the same when its log is repeated', async () => {
    await using phone = await openPhone();
    const header = PhoneLogHeaderSchema.parse(
      JSON.parse(JSON.stringify(phoneLogHeader(phone, { start: START, world: null, touchstone: 'test' }))),
    );
    const events: PhoneEvent[] = [];
    phone.log.listen((event) => events.push(event));
    const line = `(while [ ! -e /sdcard/go ]; do sleep 1; done; monkey -p ${NOTES} 1) &`;
    const { client, ended } = await begin(phone, line, 'sleep');
    client.leave();
    await ended;
    expect(phone.component).toContain(HOME);
    await shellLine(phone, 'touch /sdcard/go');
    for (let look = 0; look < 200 && !phone.component.includes(NOTES); look += 1) await turn();
    expect(phone.component).toContain(NOTES);
    const done = events.find((event) => event.kind === 'done');
    const acted = events.find((event) => event.kind === 'action');
    expect(done?.seq).toBeLessThan(acted?.seq ?? 0);
    const again = await replayLog({ header, events }, { world: await openWorld(), parts: phoneParts() });
    expect(comparableActions(again)).toEqual(comparableActions(events));
  });

  it('is ended by the first line that it prints to a client that is gone', async () => {
    await using phone = await openPhone();
    const { client, ended } = await begin(phone, 'logcat &', 'logcat');
    client.leave();
    await ended;
    expect(await shellLine(phone, 'pidof logcat')).toMatch(/^\d+\n$/);
    await shellLine(phone, 'log one more');
    for (let look = 0; look < 20; look += 1) await turn();
    expect(await shellLine(phone, 'pidof logcat')).toBe('');
  });
});
