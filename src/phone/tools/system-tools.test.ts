import { describe, expect, it } from 'vitest';
import {
  programsOf,
  runTool,
  scriptedControls,
  type ScriptedControls,
} from '../../testing/phones/scripted-controls.js';

async function run(line: string, controls: ScriptedControls = scriptedControls()): Promise<unknown[]> {
  const { stdout, stderr, status } = await runTool(programsOf(controls), line.split(' '));
  return [stdout, stderr, status];
}

const KEYBOARD = 'com.android.adbkeyboard/.AdbIME';

describe('cmd', () => {
  it('says of a service that takes no commands that it takes none', async () => {
    const controls = scriptedControls();
    expect(await runTool(programsOf(controls), ['cmd', 'clipboard', 'set', 'text', 'x'])).toMatchObject({
      stdout: 'No shell command implementation.\n',
      status: 0,
    });
    expect(controls.done).toEqual([['note', 'rejected', 'cmd clipboard set text x']]);
  });
});

describe('ime', () => {
  it.each([
    [`ime set ${KEYBOARD}`, `Input method ${KEYBOARD} selected for user #0\n`],
    [`ime enable ${KEYBOARD}`, `Input method ${KEYBOARD}: now enabled for user #0\n`],
    [`ime disable ${KEYBOARD}`, `Input method ${KEYBOARD}: already disabled for user #0\n`],
    ['ime list -s', 'com.android.inputmethod.latin/.LatinIME\n'],
    [
      'ime list -s -a',
      `com.android.inputmethod.latin/.LatinIME\n${KEYBOARD}\ncom.github.uiautomator/.AdbKeyboard\n`,
    ],
  ])('answers %s', async (line, stdout) => {
    expect(await run(line)).toEqual([stdout, '', 0]);
  });

  it.each([
    ['set', 'selected'],
    ['enable', 'enabled'],
    ['disable', 'disabled'],
  ])('refuses to %s a keyboard that is not there', async (command, done) => {
    expect(await run(`ime ${command} org.missing/.Ime`)).toEqual([
      '',
      `Unknown input method org.missing/.Ime cannot be ${done} for user #0\n`,
      255,
    ]);
  });

  it('selects, and goes back to what was', async () => {
    const controls = scriptedControls();
    await run(`ime set ${KEYBOARD}`, controls);
    expect(controls.keyboards.selected).toBe(KEYBOARD);
    const [stdout] = await run('ime reset', controls);
    expect(stdout).toContain(
      `Reset current and enabled IMEs for user #0\n  Selected: ${controls.keyboards.selected}\n   Enabling `,
    );
    expect(controls.keyboards.selected).not.toBe(KEYBOARD);
  });
});

describe('getprop and setprop', () => {
  it.each([
    ['getprop ro.build.version.sdk', '33\n'],
    ['getprop ro.product.model', 'Touchstone\n'],
    ['getprop sys.boot_completed', '1\n'],
    ['getprop init.svc.bootanim', 'stopped\n'],
    ['getprop ro.sf.lcd_density', '440\n'],
    ['getprop ro.serialno', 'scripted\n'],
    ['getprop ro.boot.serialno', 'scripted\n'],
    ['getprop nothing.of.the.kind', '\n'],
    ['getprop nothing.of.the.kind else', 'else\n'],
  ])('answers %s', async (line, stdout) => {
    expect(await run(line)).toEqual([stdout, '', 0]);
  });

  it('lists all as [key]: [value]', async () => {
    const [stdout] = await run('getprop');
    expect(stdout).toContain('[ro.build.version.release]: [13]\n');
  });

  it('keeps what is set, but for what is read-only', async () => {
    const controls = scriptedControls();
    const find = programsOf(controls);
    expect((await runTool(find, ['setprop', 'debug.x', 'y'])).status).toBe(0);
    expect((await runTool(find, ['getprop', 'debug.x'])).stdout).toBe('y\n');
    expect((await runTool(find, ['setprop', 'ro.product.model', 'other'])).status).toBe(1);
    expect((await runTool(find, ['getprop', 'ro.product.model'])).stdout).toBe('Touchstone\n');
  });
});
