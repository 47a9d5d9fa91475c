import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { PhoneLogHeaderSchema, type PhoneEvent } from '../../formats/phone/phone-event.js';
import { PhoneClient, shellLine } from '../../testing/phones/phone-client.js';
import { comparableActions } from '../../testing/phones/phone-session.js';
import { smallGraph } from '../../testing/small-graph.js';
import { EnvironmentWorld } from './environment-world.js';
import { PhoneDevice } from './phone-device.js';
import { profileOfGraph } from './phone-profile.js';
import { phoneLogHeader } from '../log/phone-log-header.js';
import { replayLog } from '../log/replay-log.js';
import { phoneParts } from '../phone-parts.js';

const START = { task: 'any', repeat: 0, seed: 0 };
const { signal } = new AbortController();
const WORLD = new GraphWorld(buildGraph(smallGraph()));
const NOTES = 'com.example.notes';
const BOOT_ID = 'cat /proc/sys/kernel/random/boot_id';

async function openWorld(): Promise<EnvironmentWorld> {
  const environment = new GraphEnvironment(WORLD, { mode: 'corrected', startOf: () => null });
  const profile = await profileOfGraph(WORLD, { density: 160 });
  return EnvironmentWorld.start(environment, { profile, start: START, signal });
}

async function openPhone(serial = 'recorded'): Promise<PhoneDevice> {
  return PhoneDevice.start({ serial, world: await openWorld(), parts: phoneParts() });
}

function restarts(phone: PhoneDevice): number[] {
  const away: number[] = [];
  phone.onRestart((awayMs) => away.push(awayMs));
  return away;
}

describe('reboot', () => {
  it.each(['reboot', '/system/bin/reboot', "reboot ''", 'svc power reboot'])(
    'shows the home screen, which is one HOME: %s',
    async (line) => {
      await using phone = await openPhone();
      await shellLine(phone, `monkey -p ${NOTES} 1`);
      const away = restarts(phone);
      expect(await shellLine(phone, line)).toBe('');
      expect(phone.state).toBe('home');
      expect(phone.counts.actions).toBe(2);
      expect(phone.status).toBe('running');
      expect(away).toEqual([1000]);
    },
  );

  it('is no action on the home screen', async () => {
    await using phone = await openPhone();
    await shellLine(phone, 'reboot');
    expect([phone.state, phone.counts.actions]).toEqual(['home', 0]);
  });

  it('lets what was typed happen before', async () => {
    await using phone = await openPhone();
    const actions: string[] = [];
    phone.log.listen((event) => {
      if (event.kind === 'action') actions.push(event.action.type);
    });
    await shellLine(phone, `monkey -p ${NOTES} 1; input tap 80 140; input text "shopping list"; reboot`);
    expect(actions).toEqual(['open_app', 'tap', 'type', 'key']);
  });

  it('begins everything again that goes with a start, and keeps what is stored', async () => {
    await using phone = await openPhone();
    const seen = async () => ({
      boot: await shellLine(phone, BOOT_ID),
      pid: await shellLine(phone, `monkey -p ${NOTES} 1 > /dev/null; pidof ${NOTES}`),
      log: await shellLine(phone, 'logcat -d -s Agent'),
      reader: await shellLine(phone, 'pidof logcat'),
      clipboard: phone.clipboard,
      server: phone.open('tcp:9008') !== null,
    });
    await shellLine(phone, 'log -t Agent seen; settings put system volume 3; echo kept > /sdcard/kept');
    await shellLine(phone, 'ime enable com.android.adbkeyboard/.AdbIME');
    const leaving = new PhoneClient();
    const left = phone.open('shell:logcat -s Nobody &')?.(leaving);
    while ((await shellLine(phone, 'pidof logcat')) === '') await shellLine(phone, 'true');
    leaving.leave();
    await left;
    phone.clipboard = 'copied';
    const before = await seen();
    const time = phone.clock.now;
    await shellLine(phone, 'reboot');
    expect(phone.clock.now - time).toBe(30_000);
    expect(phone.clock.uptime).toBe(0);
    const after = await seen();
    expect(before.boot).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}\n$/);
    expect(after.boot).toMatch(/^[\da-f-]{36}\n$/);
    expect(after.boot).not.toBe(before.boot);
    expect(after.pid).toMatch(/^\d+\n$/);
    expect(after.pid).not.toBe(before.pid);
    expect([before.log?.includes('seen'), after.log?.includes('seen')]).toEqual([true, false]);
    expect([before.clipboard, after.clipboard]).toEqual(['copied', '']);
    expect([before.server, after.server]).toEqual([true, false]);
    expect([before.reader !== '', after.reader]).toEqual([true, '']);
    expect(await shellLine(phone, 'settings get system volume; cat /sdcard/kept')).toBe('3\nkept\n');
    expect(await shellLine(phone, 'ime list -s')).toContain('adbkeyboard');
  });

  it('ends the streams of all clients', async () => {
    await using phone = await openPhone();
    const waiting = new PhoneClient();
    const ended = phone.open('shell,v2,raw:logcat -s Nobody')?.(waiting);
    const events: PhoneEvent[] = [];
    phone.log.listen((event) => events.push(event));
    await shellLine(phone, 'reboot; echo never');
    await ended;
    expect(phone.counts.streams).toBe(0);
    expect(events.filter((event) => event.kind === 'done').map(({ gone }) => gone)).toEqual([true, true]);
    expect(await shellLine(phone, 'echo back')).toBe('back\n');
  });

  it.each(['-p', 'bootloader', 'recovery'])(
    'is refused where the phone would not come back: %s',
    async (how) => {
      await using phone = await openPhone();
      const away = restarts(phone);
      const refused: string[] = [];
      phone.log.listen((event) => {
        if (event.kind === 'refused') refused.push(event.what);
      });
      expect(await shellLine(phone, `reboot ${how}; echo $?`)).toBe(
        `virtual phone: reboot ${how} is not supported\n1\n`,
      );
      expect([away, refused]).toEqual([[], [`reboot ${how}`]]);
    },
  );

  it('says how it is called', async () => {
    await using phone = await openPhone();
    for (const line of ['reboot -x', 'reboot one two'])
      expect(await shellLine(phone, `${line}; echo $?`)).toBe('usage: reboot [-p] [rebootcommand]\n1\n');
    expect(await shellLine(phone, 'svc power shutdown; echo $?')).toBe(
      'virtual phone: reboot -p is not supported\n1\n',
    );
  });

  it('has another name on every phone, at every start, and the same when it is repeated', async () => {
    const ids = async (serial: string) => {
      await using phone = await openPhone(serial);
      const first = await shellLine(phone, BOOT_ID);
      await shellLine(phone, 'reboot');
      return [first, await shellLine(phone, BOOT_ID)];
    };
    const [one, two] = [await ids('one'), await ids('two')];
    expect(new Set([...one, ...two]).size).toBe(4);
    expect(await ids('one')).toEqual(one);
  });

  it('happens again when its log is repeated', async () => {
    await using phone = await openPhone();
    const header = PhoneLogHeaderSchema.parse(
      JSON.parse(JSON.stringify(phoneLogHeader(phone, { start: START, world: null, touchstone: 'test' }))),
    );
    const events: PhoneEvent[] = [];
    phone.log.listen((event) => events.push(event));
    await shellLine(phone, `monkey -p ${NOTES} 1; reboot`);
    await shellLine(phone, `monkey -p ${NOTES} 1`);
    // As a host does that nobody's command is.
    await phone.controls.restart();
    await shellLine(phone, `monkey -p ${NOTES} 1`);
    const again = await replayLog({ header, events }, { world: await openWorld(), parts: phoneParts() });
    expect(comparableActions(again)).toHaveLength(5);
    expect(comparableActions(again)).toEqual(comparableActions(events));
    const turns = (log: readonly PhoneEvent[]) =>
      log.filter((event) => event.kind === 'turn').map(({ turn, t }) => ({ turn, t }));
    expect(turns(again)).toEqual(turns(events));
  });
});
