import { describe, expect, it } from 'vitest';
import { smallPng } from '../../../testing/small-png.js';
import { scriptedDevice, type ScriptedAnswer } from '../../../testing/phones/scripted-device.js';
import { awaitReady } from './boot-wait.js';

const { signal } = new AbortController();
const PICTURE = smallPng({ width: 8, height: 8 }, 40, 'rgba');

/** A device that has booted; `except` answers in its place. */
function booting(except: (line: string, asked: number) => ScriptedAnswer | null) {
  return scriptedDevice((line, asked) => {
    const other = except(line, asked);
    if (other !== null) return other;
    if (line.startsWith('getprop')) return line.includes('bootanim') ? 'stopped\n' : '1\n';
    if (line.startsWith('service check')) return `Service ${line.split(' ')[2]}: found\n`;
    if (line.startsWith('pm path')) return 'package:/system/framework/framework-res.apk\n';
    if (line.startsWith('screencap')) return PICTURE;
    if (line.startsWith('dumpsys window')) return '  mCurrentFocus=Window{1 u0 org.example/.Home}\n';
    return '';
  });
}

describe('awaitReady', () => {
  it('takes a device that has all of it at once', async () => {
    const { device, now } = booting(() => null);
    await awaitReady(device, 1000, signal);
    expect(now()).toBe(0);
  });

  it.each<[string, (line: string, asked: number) => ScriptedAnswer | null]>([
    [
      'its services',
      (line, asked) => (line === 'service check input' && asked < 4 ? 'Service input: not found\n' : null),
    ],
    [
      'the package manager',
      (line, asked) =>
        line === 'pm path android' && asked < 4 ? "cmd: Can't find service: package\n" : null,
    ],
    ['a picture', (line, asked) => (line.startsWith('screencap') && asked < 12 ? '' : null)],
    ['its own word', (line, asked) => (line.startsWith('getprop') && asked < 4 ? '\n' : null)],
  ])('waits for %s', async (_, except) => {
    const { device, now } = booting(except);
    await awaitReady(device, 60_000, signal);
    expect(now()).toBeGreaterThanOrEqual(2000);
  });

  it('does without the word where the boot animation has stopped', async () => {
    const { device } = booting((line) => (line === 'getprop sys.boot_completed' ? '\n' : null));
    await awaitReady(device, 1000, signal);
  });

  it('says what was missing when the time is up', async () => {
    const { device, now } = booting((line) =>
      line === 'service check input' ? 'Service input: not found\n' : null,
    );
    await expect(awaitReady(device, 30_000, signal)).rejects.toMatchObject({
      faultClass: 'not-booted',
      message: expect.stringContaining('the service input is not there yet'),
    });
    expect(now()).toBe(30_000);
  });
});
