import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Answers of a phone in order, with settings that can be written. */
function healthy(settings: Map<string, string>): (line: string) => ScriptedAnswer {
  return (line) => {
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
    if (line.startsWith('dumpsys window |')) return '  mCurrentFocus=Window{1 u0 org.example/.Home}\n';
    if (line.startsWith('dumpsys input')) return 'SurfaceOrientation: 0\n';
    if (line.startsWith('uiautomator'))
      return `__touchstone_file__0\n${hierarchyXml([uiNode({ text: 'a' })])}`;
    if (line.startsWith('df')) return 'Filesystem 1K-blocks Used Available Use%\n/data 9 9 9000000 1%\n';
    if (line === 'dumpsys battery') return '  USB powered: true\n  level: 80\n  temperature: 250\n';
    if (line.startsWith('date')) return '1000\nEurope/Paris\n';
    return '';
  };
}

async function look(change: (line: string) => ScriptedAnswer | null = () => null) {
  const settings = new Map([
    ['default_input_method', 'org.example/.Keys'],
    ['enabled_input_methods', 'org.example/.Keys:com.android.adbkeyboard/.AdbIME'],
  ]);
  const before = new Map(settings);
  const usual = healthy(settings);
  const { device } = scriptedDevice((line) => change(line) ?? usual(line));
  const checks = await checkDevice({
    device,
    identity: identityOf('', 'scripted'),
    journal: new DeviceJournal(folder, 'x'),
    keyboard: 'com.android.adbkeyboard/.AdbIME',
    packages: ['org.example.notes'],
    nowSeconds: () => 1000,
    signal,
  });
  return { checks, of: (name: string) => checks.find(({ check }) => check === name), settings, before };
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

  it('takes the keyboard back where selecting the other one broke off', async () => {
    const { of, settings, before } = await look((line) =>
      line.startsWith("ime set 'com.android") ? 'Error: what is this' : null,
    );
    expect(of('keyboard')).toMatchObject({ state: 'fault' });
    expect(of('leftovers')).toMatchObject({ state: 'ok' });
    expect(settings).toEqual(before);
  });

  it('does not look at what depends on something that is broken', async () => {
    const { of } = await look((line) =>
      line === 'service check input' ? 'Service input: not found\n' : null,
    );
    expect(of('input')).toMatchObject({ state: 'skipped', found: expect.stringContaining('booted') });
    expect(of('battery')).toMatchObject({ state: 'ok' });
  });
});
