import { describe, expect, it } from 'vitest';
import { scriptedDevice, type ScriptedDevice } from '../../../testing/phones/scripted-device.js';
import { HealthProbe } from './health-probe.js';

const { signal } = new AbortController();

/** State of a phone, line by line what its commands would say. */
interface Phone {
  identity?: string;
  wakefulness?: string;
  locked?: boolean;
  secure?: boolean;
  /** Title of the focused window; the latter ones are seen later. */
  focus?: readonly string[];
  freeKib?: number;
  /** What a press of WAKEUP and a dismissal do. */
  isStuck?: boolean;
}

function phoneOf(phone: Phone): ScriptedDevice {
  return scriptedDevice((line, asked) => {
    if (line.startsWith('getprop ro.serialno')) return `${phone.identity ?? 'x'}\n`;
    if (line.startsWith('dumpsys power')) {
      const lock = `showing=${phone.locked ?? false}\n secure=${phone.secure ?? false}`;
      return ` mWakefulness=${phone.wakefulness ?? 'Awake'}\n ${lock}`;
    }
    if (line === 'input keyevent 224' && phone.isStuck !== true) phone.wakefulness = 'Awake';
    if (line === 'wm dismiss-keyguard' && phone.isStuck !== true) phone.locked = false;
    if (line.startsWith('df'))
      return `Filesystem 1K-blocks Used Available Use%\n/dev/x 9 9 ${phone.freeKib ?? 9e6} 1%`;
    if (line.startsWith('dumpsys window |')) {
      const titles = phone.focus ?? ['org.example/.Main'];
      return ` mCurrentFocus=Window{1 u0 ${titles[Math.min(asked, titles.length - 1)]}}`;
    }
    return '';
  });
}

describe('HealthProbe', () => {
  it('says what has the focus on a healthy phone', async () => {
    const focus = await new HealthProbe(phoneOf({}).device).probe(signal);
    expect(focus).toMatchObject({ package: 'org.example', blocking: null });
  });

  it.each([
    ['org.example/.Main', '.Main'],
    ['org.example/org.example.sub.Main', '.sub.Main'],
    ['org.example/org.other.Main', 'org.other.Main'],
  ])('names the activity of %s as rules do', async (window, activity) => {
    const focus = await new HealthProbe(phoneOf({ focus: [window] }).device).probe(signal);
    expect(focus?.activity).toEqual({ package: 'org.example', activity });
  });

  it('wakes and unlocks', async () => {
    const { device, lines } = phoneOf({ wakefulness: 'Asleep', locked: true });
    await new HealthProbe(device).probe(signal);
    expect(lines).toContain('input keyevent 224');
    expect(lines).toContain('wm dismiss-keyguard');
  });

  it.each([
    ['a screen that stays off', { wakefulness: 'Asleep', isStuck: true }, 'screen-off', 'environment'],
    ['a lock that stays', { locked: true, isStuck: true }, 'keyguard-showing', 'user'],
    ['a secure lock', { locked: true, secure: true }, 'keyguard-showing', 'user'],
    ['a crash', { focus: ['Application Error: org.example'] }, 'blocked-by-system-dialog', 'environment'],
    [
      'an app that hangs',
      { focus: ['Application Not Responding: org.example'] },
      'blocked-by-system-dialog',
      'environment',
    ],
    ['a full storage', { freeKib: 204_799 }, 'storage-low', 'user'],
  ] as const)('voids the episode for %s', async (_, phone, faultClass, fault) => {
    await expect(new HealthProbe(phoneOf(phone).device).probe(signal)).rejects.toMatchObject({
      faultClass,
      fault,
    });
  });

  it('tries twice to wake a phone, 300 ms apart', async () => {
    const { device, lines, now } = phoneOf({ wakefulness: 'Asleep', isStuck: true });
    await expect(new HealthProbe(device).probe(signal)).rejects.toThrow();
    expect(lines.filter((line) => line === 'input keyevent 224')).toHaveLength(2);
    expect(now()).toBe(600);
  });

  it('looks at the storage at first, and at every twentieth probe', async () => {
    const { device, lines } = phoneOf({});
    const probe = new HealthProbe(device);
    const looked: number[] = [];
    for (let count = 1; count <= 41; count += 1) {
      await probe.probe(signal);
      if (lines.filter((line) => line.startsWith('df')).length > looked.length) looked.push(count);
    }
    expect(looked).toEqual([1, 21, 41]);
  });

  it('does not touch a secure lock', async () => {
    const { device, lines } = phoneOf({ locked: true, secure: true });
    await expect(new HealthProbe(device).probe(signal)).rejects.toThrow();
    expect(lines).not.toContain('wm dismiss-keyguard');
  });

  it('takes storage of 200 MiB, and a phone that does not say', async () => {
    await new HealthProbe(phoneOf({ freeKib: 204_800 }).device).probe(signal);
    await new HealthProbe(phoneOf({ freeKib: Number.NaN }).device).probe(signal);
  });

  it('waits five seconds, once, for an app that hangs', async () => {
    const { device, now } = phoneOf({
      focus: ['Application Not Responding: org.example', 'org.example/.Main'],
    });
    expect(await new HealthProbe(device).probe(signal)).toMatchObject({ package: 'org.example' });
    expect(now()).toBe(5000);
  });

  it('voids the episode when the phone has started anew, not the next one', async () => {
    const phone: Phone = { identity: 'boot 1' };
    const { device } = phoneOf(phone);
    const probe = new HealthProbe(device);
    await probe.probe(signal);
    phone.identity = 'boot 2';
    await expect(probe.probe(signal)).rejects.toMatchObject({ faultClass: 'device-identity-changed' });
    probe.forget();
    await probe.probe(signal);
  });

  it('leaves a permission dialog to the agent', async () => {
    const { device } = phoneOf({
      focus: ['com.android.permissioncontroller/.permission.ui.GrantPermissionsActivity'],
    });
    expect(await new HealthProbe(device).probe(signal)).toMatchObject({ blocking: 'permission' });
  });
});
