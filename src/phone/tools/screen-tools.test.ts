import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  phoneScreen,
  programsOf,
  runTool,
  scriptedControls,
} from '../../testing/phones/scripted-controls.js';
import { smallPng } from '../../testing/small-png.js';

const PNG = smallPng({ width: 3, height: 2 }, 77);
const PIXELS = Array.from({ length: 6 }, () => [77, 77, 77, 255]).flat();

const XML = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"></hierarchy>`;

describe('screencap', () => {
  it('gives 8-bit RGBA whatever was recorded, to the output and into a file', async () => {
    const controls = scriptedControls({ observation: phoneScreen({ picture: PNG }) });
    const find = programsOf(controls);
    const { bytes } = await runTool(find, ['screencap', '-p']);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', channels: 4, depth: 'uchar' });
    expect([...(await sharp(bytes).raw().toBuffer())]).toEqual(PIXELS);
    expect(await runTool(find, ['screencap', '-p', '-d', 'null', '/sdcard/s.png'])).toMatchObject({
      stdout: '',
      stderr: '',
      status: 0,
    });
    expect(Buffer.from(bytes).equals(controls.files.read('/sdcard/s.png') as Uint8Array)).toBe(true);
    expect(controls.done).toEqual([
      ['look', 'screenshot'],
      ['look', 'screenshot'],
    ]);
  });

  it('takes a file name that ends in .png for a wish', async () => {
    const controls = scriptedControls({ observation: phoneScreen({ picture: PNG }) });
    await runTool(programsOf(controls), ['screencap', '/sdcard/s.png']);
    const { bytes } = await runTool(programsOf(controls), ['screencap', '-p']);
    expect(Buffer.from(bytes).equals(controls.files.read('/sdcard/s.png') as Uint8Array)).toBe(true);
  });

  it('gives the recorded file byte by byte where the phone is set up so', async () => {
    const observation = phoneScreen({ picture: PNG });
    const controls = scriptedControls({ observation, options: { screenshots: 'recorded' } });
    expect((await runTool(programsOf(controls), ['screencap', '-p'])).bytes).toEqual(PNG);
  });

  it('writes raw pixels behind a header of 16 bytes', async () => {
    const controls = scriptedControls({ observation: phoneScreen({ picture: PNG }) });
    const { bytes } = await runTool(programsOf(controls), ['screencap']);
    const words = new Uint32Array(new Uint8Array(bytes.slice(0, 16)).buffer);
    expect([...words]).toEqual([3, 2, 1, 1]);
    expect(Array.from(bytes.subarray(16))).toEqual(PIXELS);
  });

  it('shows a plain picture of the right size where none was recorded', async () => {
    const { bytes } = await runTool(programsOf(scriptedControls()), ['screencap', '-p']);
    const { width, height, format } = await sharp(bytes).metadata();
    expect([format, width, height]).toEqual(['png', 1080, 2400]);
    const { channels } = await sharp(bytes).stats();
    expect(channels.every(({ min, max }) => min === max)).toBe(true);
  });

  it('says where it cannot write', async () => {
    expect(await runTool(programsOf(scriptedControls()), ['screencap', '-p', '/system/s.png'])).toMatchObject(
      { stderr: 'Error opening file: /system/s.png (Permission denied)\n', status: 1 },
    );
  });
});

describe('uiautomator dump', () => {
  const controls = () => scriptedControls({ observation: phoneScreen({ hierarchy: XML }) });

  it('writes the recorded hierarchy as it is and says so in the spelling that clients look for', async () => {
    const phone = controls();
    const find = programsOf(phone);
    expect(await runTool(find, ['uiautomator', 'dump'])).toMatchObject({
      stdout: 'UI hierchary dumped to: /sdcard/window_dump.xml\n',
      stderr: '',
      status: 0,
    });
    expect(Buffer.from(phone.files.read('/sdcard/window_dump.xml') as Uint8Array).toString()).toBe(XML);
    expect(await runTool(find, ['uiautomator', 'dump', '--compressed', '/sdcard/a.xml'])).toMatchObject({
      stdout: 'UI hierchary dumped to: /sdcard/a.xml\n',
    });
    expect(phone.done[0]).toEqual(['look', 'hierarchy']);
  });

  it('writes to the terminal without a line end before what it says', async () => {
    expect((await runTool(programsOf(controls()), ['uiautomator', 'dump', '/dev/tty'])).stdout).toBe(
      `${XML}UI hierchary dumped to: /dev/tty\n`,
    );
  });

  it('begins with an XML declaration for any recording', async () => {
    const bare = '\ufeff\n<hierarchy rotation="0"/>';
    const phone = scriptedControls({ observation: phoneScreen({ hierarchy: bare }) });
    const { stdout } = await runTool(programsOf(phone), ['uiautomator', 'dump', '/dev/tty']);
    expect(stdout).toMatch(
      /^<\?xml version='1\.0' encoding='UTF-8' standalone='yes' \?><hierarchy rotation="0"\/>UI/,
    );
  });

  it('fails where no hierarchy was recorded', async () => {
    expect(await runTool(programsOf(scriptedControls()), ['uiautomator', 'dump'])).toMatchObject({
      stdout: '',
      stderr: 'ERROR: could not get idle state.\n',
      status: 1,
    });
  });

  it('shows one bare node where none was recorded and the option asks for it', async () => {
    const phone = scriptedControls({ options: { hierarchy: 'frame' } });
    const { stdout } = await runTool(programsOf(phone), ['uiautomator', 'dump', '/dev/tty']);
    expect(stdout.match(/<node /g)).toHaveLength(1);
    expect(stdout).toContain('bounds="[0,0][1080,2400]"');
  });
});

describe('wm', () => {
  it.each([
    ['size', 'Physical size: 1080x2400\n'],
    ['density', 'Physical density: 440\n'],
    ['size -d 0', 'Physical size: 1080x2400\n'],
  ])('answers wm %s with one line', async (args, stdout) => {
    expect(await runTool(programsOf(scriptedControls()), ['wm', ...args.split(' ')])).toMatchObject({
      stdout,
      stderr: '',
      status: 0,
    });
  });

  it('never has an override', async () => {
    const find = programsOf(scriptedControls());
    expect(await runTool(find, ['wm', 'size', '720x1280'])).toMatchObject({ stdout: '', status: 0 });
    expect((await runTool(find, ['wm', 'size'])).stdout).toBe('Physical size: 1080x2400\n');
  });

  it('follows the screen on display', async () => {
    const phone = scriptedControls();
    const { screen } = phone.display;
    phone.show({ screen: { ...screen, size: { width: 2400, height: 1080 } } });
    expect((await runTool(programsOf(phone), ['wm', 'size'])).stdout).toBe('Physical size: 2400x1080\n');
  });
});
