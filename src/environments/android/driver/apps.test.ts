import { describe, expect, it } from 'vitest';
import { scriptedDevice } from '../../../testing/phones/scripted-device.js';
import { closeApp, openApp } from './apps.js';

const { signal } = new AbortController();

describe('closeApp', () => {
  it('gives an app two seconds to be gone', async () => {
    const { device, now } = scriptedDevice((line) => (line.startsWith('pidof') ? '42\n' : ''));
    await expect(closeApp(device, 'org.a', signal)).rejects.toMatchObject({ faultClass: 'launch-failed' });
    expect(now()).toBe(2000);
  });
});

describe('openApp', () => {
  it('gives an app fifteen seconds to come to the front', async () => {
    const { device, now } = scriptedDevice((line) => {
      if (line.startsWith('am start')) return 'Status: timeout';
      return line.startsWith('dumpsys window') ? ' mCurrentFocus=Window{1 u0 Splash Screen org.a}' : '';
    });
    expect(await openApp(device, 'org.a', '.Main', signal)).toBe(false);
    expect(now()).toBe(15_000);
  });
});
