import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hierarchyXml, uiNode } from '../../../testing/hierarchy-xml.js';
import { scriptedDevice, type ScriptedAnswer } from '../../../testing/phones/scripted-device.js';
import { smallPng } from '../../../testing/small-png.js';
import { identityOf } from '../adb/device-identity.js';
import { DeviceJournal } from '../state/device-journal.js';
import { checkDevice } from './check-device.js';

const { signal } = new AbortController();
const SIZE = { width: 16, height: 16 };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const HOME = 'org.example/.Home';

/** Which window has the focus, and what its field holds. */
interface Shown {
  window: string;
  text: string;
}

/** Answers of a phone in order, with settings that can be written. */
function healthy(settings: Map<string, string>, shown: Shown): (line: string) => ScriptedAnswer {
  return (line) => {
    if (line.startsWith('input swipe') || line.includes('expand-notifications'))
      shown.window = 'NotificationShade';
    if (line === 'cmd statusbar collapse' || line === 'input keyevent 3') shown.window = HOME;
    if (line.startsWith('am start'))
      shown.window = line.includes('SEARCH_SETTINGS')
        ? 'com.android.settings/.Search'
        : 'org.example.notes/.Main';
    if (line.includes('ADB_CLEAR_TEXT')) shown.text = '';
    const typed = /ADB_INPUT_B64 .* msg '(.+)'/.exec(line)?.[1];
    if (typed !== undefined) shown.text += Buffer.from(typed, 'base64').toString('utf8');
    if (line.startsWith('am broadcast')) return 'Broadcast completed: result=0';
    if (line.startsWith('am start')) return 'Status: ok';
    if (line.startsWith('cmd package resolve-activity')) return 'priority=0\norg.example.notes/.Main';
    if (line.startsWith('dumpsys package')) return '    versionName=4.2\n';
    if (line.startsWith('pm grant'))
      return {
        stderr: 'Permission android.permission.INTERNET is not a changeable permission type',
        exitCode: 255,
      };
    if (line.startsWith('pm clear')) return 'Failed';
    const [, verb, , key = '', value = ''] = line.split(' ');
    if (line.startsWith('settings')) {
      if (verb === 'get') return `${settings.get(key) ?? 'null'}\n`;
      if (verb === 'put') settings.set(key, value.replaceAll("'", ''));
      else settings.delete(key);
      return '';
    }
    if (line.startsWith('ime set')) {
      settings.set('default_input_method', /'(.+)'/.exec(line)?.[1] ?? '');
      return `Input method ${/'(.+)'/.exec(line)?.[1] ?? ''} selected for user #0`;
    }
    if (line.startsWith('ime enable')) return 'Input method: now enabled for user #0';
    if (line.startsWith('getprop')) return '1\n';
    if (line.startsWith('service check')) return `Service ${key}: found\n`;
    if (line.startsWith('pm path')) return 'package:/a.apk\n';
    if (line.startsWith('screencap')) return smallPng(SIZE, 40, 'rgba');
    if (line === 'wm size') return 'Physical size: 16x16\n';
    if (line === 'wm density') return 'Physical density: 160\n';
    if (line.startsWith('dumpsys power')) return 'mWakefulness=Awake\n  isKeyguardShowing=false\n';
    if (line.startsWith('dumpsys window |')) return `  mCurrentFocus=Window{1 u0 ${shown.window}}\n`;
    if (line.startsWith('dumpsys input')) return 'SurfaceOrientation: 0\n';
    if (line.startsWith('uiautomator'))
      return `__touchstone_file__0\n${hierarchyXml([uiNode({ text: shown.text, class: 'android.widget.EditText', focused: 'true' })])}`;
    if (line.startsWith('df')) return 'Filesystem 1K-blocks Used Available Use%\n/data 9 9 9000000 1%\n';
    if (line === 'dumpsys battery') return '  USB powered: true\n  level: 80\n  temperature: 250\n';
    if (line.startsWith('date')) return '1000\nEurope/Paris\n';
    return '';
  };
}

/** A phone that is well but for what is changed, and its checks. */
function phoneFor(
  change: (line: string, shown: Shown) => ScriptedAnswer | null,
  packages: readonly string[],
  signal: AbortSignal,
) {
  const settings = new Map([
    ['default_input_method', 'org.example/.Keys'],
    ['accelerometer_rotation', '1'],
    ['enabled_input_methods', 'org.example/.Keys:com.android.adbkeyboard/.AdbIME'],
  ]);
  const before = new Map(settings);
  const shown: Shown = { window: HOME, text: '' };
  const usual = healthy(settings, shown);
  const { device, lines, now } = scriptedDevice((line) => change(line, shown) ?? usual(line));
  const check = () =>
    checkDevice({
      device,
      identity: identityOf('', 'scripted'),
      journal: new DeviceJournal(folder, 'x'),
      keyboard: 'com.android.adbkeyboard/.AdbIME',
      packages,
      nowSeconds: () => 1000,
      signal,
    });
  return { check, settings, before, shown, lines, now };
}

async function look(
  change: (line: string, shown: Shown) => ScriptedAnswer | null = () => null,
  packages = ['org.example.notes'],
) {
  const { check, ...phone } = phoneFor(change, packages, signal);
  const checks = await check();
  return { ...phone, checks, of: (name: string) => checks.find((one) => one.check === name) };
}

describe('checkDevice', () => {
  it('finds nothing on a phone that is well, and leaves settings and keyboard as they were', async () => {
    const { checks, settings, before } = await look();
    const odd = checks.filter(({ state, check }) => state !== 'ok' && check !== 'picture');
    expect(odd).toEqual([]);
    expect(settings).toEqual(before);
  });

  it.each<[string, string, RegExp, (line: string) => ScriptedAnswer | null]>([
    [
      'input',
      'fault',
      /Security settings|debugging/i,
      (line) =>
        line.startsWith('input')
          ? 'java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission'
          : null,
    ],
    [
      'settings',
      'fault',
      /./,
      (line) =>
        line.startsWith('settings put')
          ? 'java.lang.SecurityException: Permission denial: requires WRITE_SECURE_SETTINGS'
          : null,
    ],
    [
      'screen',
      'fault',
      /Unlock/,
      (line) =>
        line.startsWith('dumpsys power')
          ? 'mWakefulness=Awake\n isKeyguardShowing=true\n KeyguardServiceDelegate\n showing=true\n secure=true\n'
          : null,
    ],
    ['apps', 'fault', /adb install/, (line) => (line === "pm path 'org.example.notes'" ? '' : null)],
    [
      'keyboard',
      'warning',
      /install it yourself/,
      (line) => (line.includes("'com.android.adbkeyboard'") ? '' : null),
    ],
    [
      'storage',
      'fault',
      /Remove/,
      (line) => (line.startsWith('df') ? 'F 1K-blocks Used Available\n/data 9 9 1000\n' : null),
    ],
    [
      'battery',
      'fault',
      /Charge/,
      (line) => (line === 'dumpsys battery' ? 'level: 5\nUSB powered: false\n' : null),
    ],
    ['clock', 'warning', /clock/, (line) => (line.startsWith('date') ? '5000\nUTC\n' : null)],
    [
      'other automation',
      'warning',
      /Stop it/,
      (line) => (line.startsWith('ps') ? 'u0 1 io.appium.uiautomator2.server\n' : null),
    ],
    [
      'leftovers',
      'warning',
      /removes them/,
      (line) => (line.startsWith('ls') ? '/data/local/tmp/touchstone-1.xml\n' : null),
    ],
    [
      'booted',
      'fault',
      /Wait/,
      (line) => (line === 'service check input' ? 'Service input: not found\n' : null),
    ],
  ])('says what to do about %s', async (name, state, cure, change) => {
    const { of } = await look(change);
    expect(of(name)).toMatchObject({ state, cure: expect.stringMatching(cure) });
  });

  const free = (kib: number) => (line: string) =>
    line.startsWith('df') ? `F 1K-blocks Used Available\n/data 9 9 ${kib}\n` : null;
  const battery = (level: number, tenths: number) => (line: string) =>
    line === 'dumpsys battery' ? `level: ${level}\nUSB powered: false\ntemperature: ${tenths}\n` : null;
  const answersIn = (ms: number) => (line: string) =>
    line === 'echo touchstone' ? { stdout: 'touchstone', tookMs: ms } : null;
  it.each<[string, string, (line: string) => ScriptedAnswer | null]>([
    ['storage', 'ok', free(500 * 1024)],
    ['storage', 'warning', free(500 * 1024 - 1)],
    ['storage', 'warning', free(200 * 1024)],
    ['storage', 'fault', free(200 * 1024 - 1)],
    ['battery', 'ok', battery(20, 450)],
    ['battery', 'fault', battery(19, 450)],
    ['battery', 'warning', battery(20, 451)],
    ['clock', 'ok', (line) => (line.startsWith('date') ? '1060\nUTC\n' : null)],
    ['clock', 'warning', (line) => (line.startsWith('date') ? '1061\nUTC\n' : null)],
    ['round trip', 'ok', answersIn(150)],
    ['round trip', 'warning', answersIn(151)],
  ])('draws the line of %s: %s, case %#', async (name, state, change) => {
    expect((await look(change)).of(name)?.state).toBe(state);
  });

  it.each([
    [43, 'warning'],
    [44, 'ok'],
  ])('takes a picture for empty whose levels are within three (40 to %i)', async (level, state) => {
    const data = Buffer.alloc(16 * 16, 40).fill(level, 0, 16);
    const picture = await sharp(data, { raw: { ...SIZE, channels: 1 } })
      .png()
      .toBuffer();
    const { of } = await look((line) => (line.startsWith('screencap') ? picture : null));
    expect(of('picture')?.state).toBe(state);
  });

  it('takes the keyboard back where selecting the other one broke off', async () => {
    const { of, settings, before } = await look((line) =>
      line.startsWith("ime set 'com.android") ? 'Error: what is this' : null,
    );
    expect(of('keyboard')).toMatchObject({ state: 'fault' });
    expect(of('leftovers')).toMatchObject({ state: 'ok' });
    expect(settings).toEqual(before);
  });

  it('opens the shade, types, turns nothing and starts apps, and is at the home screen after it', async () => {
    const { of, shown, lines } = await look();
    expect(of('touch')).toMatchObject({ state: 'ok', found: expect.stringContaining('shade') });
    expect(of('keyboard')?.found).toContain('Aé你好😀\u200Fשלום');
    expect(of('rotation')).toMatchObject({ state: 'ok', found: 'can be locked and restored' });
    expect(of('launch')).toMatchObject({ state: 'ok', found: 'org.example.notes 4.2' });
    expect(shown).toEqual({ window: HOME, text: '' });
    expect(lines).toContain("am force-stop 'org.example.notes'");
    expect(lines).toContain("am force-stop 'com.android.settings'");
    expect(lines.filter((line) => line.startsWith('pm clear'))).toEqual(['pm clear org.touchstone.absent']);
  });

  it.each<[string, string, RegExp, (line: string, shown: Shown) => ScriptedAnswer | null]>([
    ['touch', 'fault', /Security settings/, (line) => (line.startsWith('input swipe') ? '' : null)],
    [
      'touch',
      'warning',
      /do taps arrive/,
      (line) => (line.startsWith('input swipe') || line.includes('expand-notifications') ? '' : null),
    ],
    ['touch', 'warning', /by hand/, (line) => (line === 'cmd statusbar collapse' ? '' : null)],
    [
      'keyboard',
      'fault',
      /Update the keyboard/,
      (line) => (line.includes('ADB_INPUT_B64') ? 'Broadcast completed: result=0' : null),
    ],
    [
      'keyboard',
      'warning',
      /with a field/,
      (line) => (line.includes('SEARCH_SETTINGS') ? 'Error: unable to resolve Intent { act=x }' : null),
    ],
    [
      'rotation',
      'warning',
      /auto-rotate off/,
      (line) => (line.startsWith('settings put system accelerometer_rotation') ? '' : null),
    ],
    [
      'permissions',
      'warning',
      /permission/i,
      (line) =>
        line.startsWith('pm grant')
          ? 'java.lang.SecurityException: grantRuntimePermission: Neither user 2000 nor current process has android.permission.GRANT_RUNTIME_PERMISSIONS.'
          : null,
    ],
    [
      'permissions',
      'warning',
      /data|reset/i,
      (line) =>
        line.startsWith('pm clear')
          ? 'java.lang.SecurityException: PID 1 does not have permission android.permission.CLEAR_APP_USER_DATA'
          : null,
    ],
    [
      'launch',
      'fault',
      /by hand/,
      (line) => (line.startsWith('am start -W -n') ? 'Error: Activity class {x} does not exist.' : null),
    ],
  ])('tries %s, which is a %s with a cure', async (name, state, cure, change) => {
    const { of, settings, before, shown } = await look(change);
    expect(of(name)).toMatchObject({ state, cure: expect.stringMatching(cure) });
    expect(settings).toEqual(before);
    expect(shown.text).toBe('');
  });

  it('waits two seconds for the shade', async () => {
    const { lines } = await look((line) =>
      line.startsWith('input swipe') || line.includes('expand-notifications') ? '' : null,
    );
    const from = lines.findIndex((line) => line.startsWith('input swipe'));
    const to = lines.indexOf('cmd statusbar expand-notifications');
    // Every 200 ms, at the beginning and at the end too.
    expect(lines.slice(from, to).filter((line) => line.startsWith('dumpsys window |'))).toHaveLength(11);
  });

  it.each([
    ['the shade is open', 'input swipe'],
    ['the other keyboard is selected', "ime set 'com.android"],
    ['something is typed', 'am broadcast'],
    ['the screen is kept from turning', 'settings put system accelerometer_rotation'],
    ['an app was started', 'am start -W -n'],
  ])('takes everything back where it is broken off while %s', async (_, at) => {
    const controller = new AbortController();
    const change = (line: string): null => {
      if (line.startsWith(at)) controller.abort();
      return null;
    };
    const { check, settings, before, shown } = phoneFor(change, ['org.example.notes'], controller.signal);
    await expect(check()).rejects.toMatchObject({ name: 'AbortError' });
    expect(settings).toEqual(before);
    expect(shown.window).toBe(HOME);
    expect(new DeviceJournal(folder, 'x').pending).toEqual([]);
  });

  it('takes back at its next look what it changed when it was killed', async () => {
    const journal = new DeviceJournal(folder, 'x');
    journal.note({ type: 'setting', space: 'system', key: 'accelerometer_rotation', value: '1' });
    journal.note({ type: 'shade' });
    const { of, lines, shown } = await look();
    expect(lines.slice(0, 2)).toEqual([
      'cmd statusbar collapse',
      "settings put system accelerometer_rotation '1'",
    ]);
    expect(of('leftovers')).toMatchObject({ state: 'ok' });
    expect(shown.window).toBe(HOME);
  });

  it('begins no check after a minute, so that a slow phone keeps nobody waiting', async () => {
    const slow = (ms: number) => async () =>
      (await look((line) => (line.startsWith('df') ? { stdout: '', tookMs: ms } : null))).of('leftovers');
    expect((await slow(60_000)())?.state).toBe('skipped');
    expect((await slow(50_000)())?.state).toBe('ok');
  });

  it('asks for no app where none is named', async () => {
    const { of, lines } = await look(() => null, []);
    expect([of('launch')?.state, of('permissions')?.state]).toEqual(['ok', 'ok']);
    expect(lines.some((line) => line.startsWith('pm clear') || line.startsWith('pm grant'))).toBe(false);
  });

  it('does not look at what depends on something that is broken', async () => {
    const { of } = await look((line) =>
      line === 'service check input' ? 'Service input: not found\n' : null,
    );
    expect(of('input')).toMatchObject({ state: 'skipped', found: expect.stringContaining('booted') });
    expect(of('battery')).toMatchObject({ state: 'ok' });
  });
});
