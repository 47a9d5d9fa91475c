import { describe, expect, it } from 'vitest';
import { scriptedDevice, type ScriptedAnswer } from '../../../testing/phones/scripted-device.js';
import { smallPng } from '../../../testing/small-png.js';
import { openApp } from './apps.js';
import { takeScreenshot } from './take-screenshot.js';

const { signal } = new AbortController();
const [OUTER, INNER] = ['4630946219955703955', '4630946219955703956'];
const PICTURE = smallPng({ width: 20, height: 40 }, 90);
const FOLDED = smallPng({ width: 9, height: 9 }, 90);
const WARNING =
  '[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first.';
const viewport = (id: string, isActive: boolean): string =>
  `DisplayViewport{type=INTERNAL, valid=true, isActive=${isActive}, displayId=0, uniqueId='local:${id}', physicalPort=0}`;

describe('takeScreenshot', () => {
  it('shows the active display of several, whose ids exceed what a number holds', async () => {
    const { device, lines } = scriptedDevice((line) => {
      if (line.startsWith('dumpsys display')) return `${viewport(OUTER, false)}\n${viewport(INNER, true)}`;
      if (line === `screencap -p -d ${INNER}`) return PICTURE;
      return Buffer.concat([Buffer.from(`${WARNING}\n`), FOLDED]);
    });
    expect((await takeScreenshot(device, signal)).size).toEqual({ width: 20, height: 40 });
    await takeScreenshot(device, signal);
    expect(lines.filter((line) => line.startsWith('dumpsys'))).toHaveLength(1);
    expect(lines.at(-1)).toBe(`screencap -p -d ${INNER}`);
  });

  it('asks again which display is active where one is gone', async () => {
    let active = OUTER;
    const { device } = scriptedDevice((line) => {
      if (line.startsWith('dumpsys display')) return viewport(active, true);
      if (line === 'screencap -p') return Buffer.concat([Buffer.from(`${WARNING}\n`), FOLDED]);
      return line.endsWith(active) ? PICTURE : { stderr: 'Display Id 1 is not valid.\n', exitCode: 1 };
    });
    await takeScreenshot(device, signal);
    active = INNER;
    expect((await takeScreenshot(device, signal)).size.width).toBe(20);
  });

  it('takes what there is where no display says that it is active', async () => {
    const { device } = scriptedDevice((line) =>
      line.startsWith('screencap') ? Buffer.concat([Buffer.from(`${WARNING}\n`), FOLDED]) : '',
    );
    expect((await takeScreenshot(device, signal)).size.width).toBe(9);
  });

  const byFile = (file: ScriptedAnswer) => (line: string) =>
    line.includes('base64') ? file : PICTURE.subarray(0, 30);

  it('goes by a file, as text, where three pictures in a row did not come through, and from then on', async () => {
    const text = PICTURE.toString('base64').replaceAll(/(.{20})/g, '$1\r\n');
    const { device, lines } = scriptedDevice(byFile(`__touchstone_picture__\r\n${text}\r\n`));
    expect(Buffer.from((await takeScreenshot(device, signal)).png).equals(PICTURE)).toBe(true);
    expect(lines.filter((line) => line === 'screencap -p')).toHaveLength(3);
    await takeScreenshot(device, signal);
    expect(lines.at(-1)).toMatch(/^screencap -p (\S+touchstone\S+\.png); .*base64 \1; rm -f \1$/);
    expect(lines).toHaveLength(5);
  });

  it('says what is wrong where neither way gives a picture, and tries no file where none can be taken', async () => {
    const { device } = scriptedDevice(
      byFile({ stdout: '__touchstone_picture__\n', stderr: 'base64: No such file' }),
    );
    await expect(takeScreenshot(device, signal)).rejects.toMatchObject({ faultClass: 'screenshot-corrupt' });
    const refused = scriptedDevice(() => 'Failed to take screenshot. Status: -2\nCapturing failed.\n');
    await expect(takeScreenshot(refused.device, signal)).rejects.toMatchObject({
      faultClass: 'screenshot-failed',
    });
    expect(refused.lines).toHaveLength(3);
    expect(refused.now()).toBe(400);
  });
});

describe('openApp', () => {
  const resolving = (more: (line: string) => ScriptedAnswer | null, installed = 'package:/a.apk') =>
    scriptedDevice((line) => {
      if (line.startsWith('cmd package resolve-activity')) return 'No activity found\n';
      if (line.startsWith('pm path')) return installed;
      if (line.startsWith('dumpsys window')) return ' mCurrentFocus=Window{1 u0 org.a/.Main}';
      return more(line) ?? '';
    });

  it('presses the icon where the package manager names no activity', async () => {
    const { device, lines } = resolving((line) =>
      line.startsWith('monkey') ? 'Events injected: 1\n' : null,
    );
    expect(await openApp(device, 'org.a', null, signal)).toBe(true);
    expect(lines).toContain("monkey -p 'org.a' -c android.intent.category.LAUNCHER 1");
  });

  it('does so without system keys where the phone has none, and says that there is nothing to open', async () => {
    const keys = resolving((line) =>
      line.includes('--pct-syskeys 0')
        ? 'Events injected: 1\n'
        : '** SYS_KEYS has no physical keys but with factor 2.0%.',
    );
    expect(await openApp(keys.device, 'org.a', null, signal)).toBe(true);
    const none = resolving(() => '** No activities found to run, monkey aborted.');
    await expect(openApp(none.device, 'org.a', null, signal)).rejects.toMatchObject({
      faultClass: 'activity-not-found',
    });
    const absent = resolving(() => null, '');
    await expect(openApp(absent.device, 'org.a', null, signal)).rejects.toMatchObject({
      faultClass: 'app-not-installed',
    });
  });
});
