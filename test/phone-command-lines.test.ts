import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POCKET_FOLDER } from '../src/benchmarks/pocket/pocket-benchmark.js';
import { buildGraph } from '../src/domain/graph/build-graph.js';
import { GraphEnvironment } from '../src/environments/graph/graph-environment.js';
import { GraphWorld } from '../src/environments/graph/graph-world.js';
import type { PhoneEvent } from '../src/formats/phone/phone-event.js';
import { openFolderContent } from '../src/formats/graph/content-source.js';
import { readGraphFile } from '../src/formats/graph/read-graph.js';
import { EnvironmentWorld } from '../src/phone/device/environment-world.js';
import { PhoneDevice } from '../src/phone/device/phone-device.js';
import { profileOfGraph } from '../src/phone/device/phone-profile.js';
import { phoneParts } from '../src/phone/phone-parts.js';
import type { PhoneOptions } from '../src/phone/phone-options.js';
import { PhoneClient } from '../src/testing/phones/phone-client.js';
import { isSamePicture, rgbaOf } from '../src/testing/rgba-of.js';

const world = new GraphWorld(buildGraph(await readGraphFile(join(POCKET_FOLDER, 'graph.json'))), {
  content: await openFolderContent(POCKET_FOLDER),
});
const profile = await profileOfGraph(world);

/** A phone in Pocket, and an agent's way to it. */
interface Driven {
  readonly phone: PhoneDevice;
  readonly events: readonly PhoneEvent[];
  /** Output of a line on the phone, as `adb shell` without shell protocol gives it. */
  readonly shell: (line: string) => Promise<string>;
  readonly bytes: (service: string, sends?: readonly Uint8Array[]) => Promise<Buffer>;
}

async function drive(options: Partial<PhoneOptions> = {}): Promise<Driven> {
  const environment = new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
  const phone = await PhoneDevice.start({
    serial: 'pocket',
    parts: phoneParts(),
    options,
    world: await EnvironmentWorld.start(environment, {
      profile,
      start: { task: 'pocket', repeat: 0, seed: 0 },
      signal: new AbortController().signal,
    }),
  });
  const events: PhoneEvent[] = [];
  phone.log.listen((event) => events.push(event));
  const bytes = async (service: string, sends: readonly Uint8Array[] = []): Promise<Buffer> => {
    const serve = phone.open(service);
    if (serve === null) throw new Error(`refused: ${service}`);
    const client = new PhoneClient();
    for (const sent of sends) client.send(sent);
    client.end();
    await serve(client);
    return client.output;
  };
  return { phone, events, bytes, shell: async (line) => (await bytes(`shell:${line}`)).toString('utf8') };
}

function pictureOf(screen: string): Buffer {
  return readFileSync(join(POCKET_FOLDER, 'screens', `${screen}.png`));
}

const SEARCH_FIELD = '269 95';
const FOUND = 'contacts.search~lin';

describe('agents on a phone in Pocket, by the commands that they issue', () => {
  it('AppAgent finds a contact', async () => {
    const { shell, bytes, phone } = await drive();
    const [width, height] = (await shell('wm size')).split(': ')[1]?.split('x').map(Number) ?? [];
    expect([width, height]).toEqual([540, 1170]);
    expect(await shell('screencap -p /sdcard/home.png')).toBe('');
    expect(await isSamePicture(await bytes('exec:cat /sdcard/home.png'), pictureOf('home.screen'))).toBe(
      true,
    );
    expect(await shell('uiautomator dump /sdcard/home.xml')).toBe(
      'UI hierchary dumped to: /sdcard/home.xml\n',
    );
    expect(await shell('cat /sdcard/home.xml')).toMatch(/^<\?xml/);
    expect(await shell('input tap 94 1039')).toBe('');
    await shell('screencap -p /sdcard/list.png');
    expect(await shell(`input tap ${SEARCH_FIELD}`)).toBe('');
    expect(await shell('input text lin%syue')).toBe('');
    await shell('screencap -p /sdcard/found.png');
    expect(await isSamePicture(await bytes('exec:cat /sdcard/found.png'), pictureOf(FOUND))).toBe(true);
    expect(phone.state).toBe(FOUND);
    await shell('input keyevent KEYCODE_BACK');
    expect(phone.state).not.toBe(FOUND);
  });

  it('Mobile-Agent finds a contact, one character after the other', async () => {
    const { shell, phone, events } = await drive();
    await shell('rm /sdcard/screenshot.png');
    await shell('screencap -p /sdcard/screenshot.png');
    await shell('input tap 94 1039');
    await shell('screencap -p /sdcard/screenshot.png');
    await shell(`input tap ${SEARCH_FIELD}`);
    await shell('screencap -p /sdcard/screenshot.png');
    for (const character of 'lin yue') {
      await shell(character === ' ' ? 'input text %s' : `input text ${character}`);
    }
    await shell('screencap -p /sdcard/screenshot.png');
    expect(phone.state).toBe(FOUND);
    expect(events.filter(({ kind }) => kind === 'action')).toHaveLength(3);
    await shell('am start -a android.intent.action.MAIN -c android.intent.category.HOME');
    expect(phone.state).toBe('home.screen');
  });

  it('Open-AutoGLM finds a contact in Chinese', async () => {
    const { shell, phone } = await drive();
    expect(await shell('dumpsys window')).toContain('com.pocket.home');
    await shell('monkey -p com.pocket.contacts -c android.intent.category.LAUNCHER 1');
    expect(await shell('dumpsys window | grep mCurrentFocus')).toMatch(
      /^ {2}mCurrentFocus=Window\{[0-9a-f]+ u0 com\.pocket\.contacts\/\S+\}\n$/,
    );
    await shell('screencap -p /sdcard/tmp.png');
    await shell(`input tap ${SEARCH_FIELD}`);
    const before = (await shell('settings get secure default_input_method')).trim();
    expect(await shell('ime set com.android.adbkeyboard/.AdbIME')).toContain('selected for user #0');
    await shell('am broadcast -a ADB_INPUT_B64 --es msg ""');
    await shell('am broadcast -a ADB_CLEAR_TEXT');
    const message = Buffer.from('林悦').toString('base64');
    expect(await shell(`am broadcast -a ADB_INPUT_B64 --es msg ${message}`)).toContain(
      'Broadcast completed: result=0',
    );
    await shell(`ime set ${before}`);
    await shell('screencap -p /sdcard/tmp.png');
    expect(phone.state).toBe(FOUND);
  });

  it('midscene finds a contact: taps are short swipes, text goes through yadb', async () => {
    const { shell, bytes, phone } = await drive();
    expect(await shell('wm density')).toMatch(/^Physical density: \d+\n$/);
    expect(await shell('dumpsys input | grep SurfaceOrientation')).toMatch(/^ +SurfaceOrientation: 0\n$/);
    expect(await shell('dumpsys SurfaceFlinger --display-id')).toMatch(/^Display \d+/);
    const [, component = ''] = (
      await shell('cmd package resolve-activity --brief com.pocket.contacts')
    ).split('\n');
    expect(await shell(`am start -W -n ${component}`)).toContain('Status: ok');
    expect(
      await isSamePicture(await bytes(`exec:screencap '-p' '-d' 'null'`), pictureOf('contacts.list')),
    ).toBe(true);
    await shell('input swipe 269 95 269 95 150');
    phone.files.write('/data/local/tmp/yadb', new Uint8Array(1));
    await shell('input keycombination 113 29 && input keyevent 67');
    await shell(
      `app_process -Djava.class.path=/data/local/tmp/yadb /data/local/tmp com.ysbing.yadb.Main -keyboard '林悦'`,
    );
    expect(await shell('dumpsys input_method')).toContain('mInputShown=false');
    await bytes(`exec:screencap '-p'`);
    expect(phone.state).toBe(FOUND);
  });

  it('AndroidLab finds a contact with a keyboard that was set up before', async () => {
    const { shell, phone } = await drive({ adbKeyboard: 'active' });
    await shell('monkey -p com.pocket.contacts -c android.intent.category.LAUNCHER 1');
    expect(await shell('uiautomator dump /sdcard/ui.xml')).toContain('UI hierchary dumped to');
    await shell(`input tap ${SEARCH_FIELD}`);
    await shell('am broadcast -a ADB_CLEAR_TEXT');
    await shell('am broadcast -a ADB_INPUT_TEXT --es msg "lin yue"');
    await shell('screencap -p /sdcard/s.png');
    expect(phone.state).toBe(FOUND);
    await shell('input keyevent --press KEYCODE_BACK');
    expect(phone.state).not.toBe(FOUND);
    await shell('input keyevent KEYCODE_HOME');
    expect(phone.state).toBe('home.screen');
  });

  it('HammerEnv types words of its own with literal %s by broadcast, as on a phone', async () => {
    const { shell, phone, events } = await drive();
    await shell('am start -n com.pocket.contacts/.ContactsActivity');
    await shell(`input tap ${SEARCH_FIELD}`);
    await shell('ime enable com.android.adbkeyboard/.AdbIME; ime set com.android.adbkeyboard/.AdbIME');
    await shell('am broadcast -a ADB_INPUT_TEXT --es msg "lin%syue"');
    await shell('screencap -p /sdcard/s.png');
    expect(phone.state).toBe('contacts.search');
    expect(JSON.stringify(events)).toContain('lin%syue');
  });

  it('uiautomator2 finds a contact by selectors', async () => {
    const { bytes, shell, phone } = await drive();
    await shell('am start -n com.pocket.contacts/.ContactsActivity');
    const call = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const head = `POST /jsonrpc/0 HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
      const answer = (await bytes('tcp:9008', [Buffer.from(head + body)])).toString('utf8');
      return (JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as { result?: unknown }).result;
    };
    expect(await call('deviceInfo')).toMatchObject({
      currentPackageName: 'com.pocket.contacts',
      displayWidth: 540,
      displayHeight: 1170,
    });
    expect(await call('dumpWindowHierarchy', false, 50)).toMatch(/^<\?xml/);
    await call('click', 269, 95);
    const field = { mask: 0x10, className: 'android.widget.EditText' };
    expect(await call('waitForExists', field, 3000)).toBe(true);
    expect(await call('setText', field, 'lin yue')).toBe(true);
    const screenshot = Buffer.from(String(await call('takeScreenshot', 1, 80)), 'base64');
    expect(await isSamePicture(screenshot, pictureOf(FOUND))).toBe(true);
    expect(phone.state).toBe(FOUND);
    await call('pressKey', 'home');
    expect(phone.state).toBe('home.screen');
  });

  it('uiautomator2 types by the keyboard of its own', async () => {
    const { shell, phone } = await drive();
    await shell('am start -n com.pocket.contacts/.ContactsActivity');
    await shell(`input tap ${SEARCH_FIELD}`);
    const keyboard = 'com.github.uiautomator/.AdbKeyboard';
    expect(await shell('ime list -s -a')).toContain(`${keyboard}\n`);
    await shell(`ime enable ${keyboard}`);
    await shell(`ime set ${keyboard}`);
    expect(await shell('settings get secure default_input_method')).toBe(`${keyboard}\n`);
    const text = Buffer.from('林悦').toString('base64');
    expect(await shell(`am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text ${text}`)).toContain('result=-1');
    await shell('screencap -p /sdcard/s.png');
    expect(phone.state).toBe(FOUND);
  });

  it('droidrun sees the tree of Portal and types by it', async () => {
    const { shell, phone } = await drive();
    await shell('am start -n com.pocket.contacts/.ContactsActivity');
    const said = await shell('content query --uri content://com.mobilerun.portal/state_full');
    const { result } = JSON.parse(said.slice('Row: 0 result='.length)) as { result: Record<string, object> };
    expect(result['phone_state']).toMatchObject({ packageName: 'com.pocket.contacts' });
    expect(JSON.stringify(result['a11y_tree'])).toContain('com.pocket.contacts');
    await shell(`input tap ${SEARCH_FIELD}`);
    const text = Buffer.from('lin yue').toString('base64');
    await shell(
      `content insert --uri "content://com.mobilerun.portal/keyboard/input" --bind base64_text:s:"${text}" --bind clear:b:false`,
    );
    await shell('screencap -p /sdcard/s.png');
    expect(phone.state).toBe(FOUND);
  });

  it('any agent answers and finishes by broadcast', async () => {
    const { shell, phone, events } = await drive();
    await shell('am broadcast -a touchstone.ANSWER --es text "3 messages"');
    await shell('am broadcast -a touchstone.FINISH --es status success');
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['answer', 'finish']));
    expect(phone.status).toBe('over');
  });

  it('three routes and the framebuffer show the same picture', async () => {
    const { shell, bytes } = await drive();
    const picture = pictureOf('home.screen');
    expect(await isSamePicture(await bytes('exec:screencap -p'), picture)).toBe(true);
    expect(await isSamePicture(await bytes('shell:screencap -p'), picture)).toBe(true);
    await shell('screencap -p /sdcard/a.png');
    expect(await isSamePicture(await bytes('exec:cat /sdcard/a.png'), picture)).toBe(true);
    const framebuffer = await bytes('framebuffer:');
    expect([framebuffer.readUInt32LE(16), framebuffer.readUInt32LE(20)]).toEqual([540, 1170]);
    expect(framebuffer.byteLength).toBe(56 + 540 * 1170 * 4);
    expect(framebuffer.subarray(56).equals(await rgbaOf(picture))).toBe(true);
    const raw = await bytes('exec:screencap');
    // Colour space: Android 9 and newer say it in both.
    expect([raw.readUInt32LE(12), framebuffer.readUInt32LE(8)]).toEqual([1, 1]);
    // Compared by themselves: a test runner takes its time with millions of bytes.
    expect(raw.subarray(16).equals(framebuffer.subarray(56))).toBe(true);
  });

  it('refuses to install what is announced, once all of it came', async () => {
    const { bytes } = await drive();
    const apk = [new Uint8Array(60_000), new Uint8Array(40_000)];
    expect((await bytes(`exec:cmd package 'install' '-r' '-S' '100000'`, apk)).toString()).toMatch(
      /^Failure \[INSTALL_FAILED_USER_RESTRICTED: /,
    );
  });
});

/** Lines that published agents and libraries send, beyond those above, as they arrive on the phone. */
const LINES = `
rm -f /sdcard/window_dump.xml; uiautomator dump /sdcard/window_dump.xml && echo success
uiautomator dump /dev/tty
input touchscreen swipe 300 900 300 400 1500
input -d 0 tap 1 1
input draganddrop 300 900 300 400 1000
input motionevent DOWN 300 900; input motionevent MOVE 300 600; input motionevent UP 300 400
input keyevent KEYCODE_WAKEUP
input keyevent 67 112 67 112 67 112
screencap
screencap -p -d 0
wm size; wm density
dumpsys window windows | grep -E 'mCurrentFocus|mFocusedApp'
dumpsys window displays
dumpsys window policy
dumpsys input | grep -m1 logicalFrame
dumpsys input | grep physicalFrame
dumpsys display | grep mCurrentOrientation
dumpsys SurfaceFlinger --display-id
dumpsys activity activities | grep mResumedActivity
dumpsys activity top | grep ACTIVITY | tail -n 1
dumpsys activity recents
dumpsys power | grep mWakefulness
dumpsys battery
dumpsys input_method | grep mInputShown
dumpsys package com.pocket.contacts | grep versionName
dumpsys telephony.registry | grep mCallState
am stack list
getprop
getprop ro.product.cpu.abi
settings get system screen_brightness
settings put global airplane_mode_on 1
settings list secure
ime list -s
ime list -a
ime enable com.android.adbkeyboard/.AdbIME
am broadcast -a clipper.set -e text 'kept'
am broadcast -a clipper.get
am start -W -n com.pocket.notes/.NotesActivity
am start-activity -S -n com.pocket.notes/.NotesActivity
am force-stop com.pocket.notes
am start -a android.intent.action.VIEW -d 'https://example.org/'
monkey -p com.pocket.notes -c android.intent.category.LAUNCHER 1
cmd package resolve-activity --brief com.pocket.notes
pm list packages -3
pm list packages -f -s
pm path com.pocket.notes
pm clear com.pocket.notes
pm grant com.pocket.notes android.permission.CAMERA
content query --uri content://com.mobilerun.portal/version
content query --uri content://com.droidrun.portal/state
logcat -c
logcat -d -v brief
export ANDROID_LOG_TAGS="''"; exec logcat '-d'
screenrecord /sdcard/a.mp4
date
whoami
svc wifi disable; svc data enable
ip route
ip addr show wlan0
ifconfig wlan0
cmd statusbar expand-notifications
echo text | base64
`
  .trim()
  .split('\n');

describe('a phone in Pocket', () => {
  it('knows all that agents send', async () => {
    const { shell, events } = await drive();
    for (const line of LINES) await shell(line);
    const gaps = events.filter(({ kind }) => kind === 'unknown_command' || kind === 'failure');
    expect(gaps.map((event) => JSON.stringify(event))).toEqual([]);
  });

  it('has no sqlite3, and says so', async () => {
    const { shell, events } = await drive();
    expect(await shell('sqlite3 /data/data/x.db')).toBe(
      '/system/bin/sh: sqlite3: inaccessible or not found\n',
    );
    expect(events.filter(({ kind }) => kind === 'unknown_command')).toHaveLength(1);
  });
});
