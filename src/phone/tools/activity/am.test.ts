import { describe, expect, it } from 'vitest';
import {
  programsOf,
  runTool,
  scriptedControls,
  type ScriptedControls,
} from '../../../testing/phones/scripted-controls.js';

const KEYBOARD = 'com.android.adbkeyboard/.AdbIME';

async function run(
  line: string | readonly string[],
  controls: ScriptedControls = scriptedControls(),
): Promise<{ stdout: string; stderr: string; status: number; done: readonly (readonly unknown[])[] }> {
  const words = typeof line === 'string' ? line.split(' ') : line;
  const { stdout, stderr, status } = await runTool(programsOf(controls), words);
  return { stdout, stderr, status, done: controls.done };
}

function withKeyboard(): ScriptedControls {
  const controls = scriptedControls();
  controls.keyboards.select(KEYBOARD);
  return controls;
}

describe('am start', () => {
  it.each([
    ['am start -n com.android.settings/.Settings', ['openApp', 'com.android.settings', '.Settings']],
    [
      'am start-activity -a android.intent.action.MAIN -c android.intent.category.LAUNCHER com.android.settings/.Settings',
      ['openApp', 'com.android.settings', '.Settings'],
    ],
    ['am start -a android.intent.action.MAIN -p org.example.notes', ['openApp', 'org.example.notes', null]],
    ['am start org.example.notes', ['openApp', 'org.example.notes', null]],
    ['am start -a android.intent.action.MAIN -c android.intent.category.HOME', ['goHome']],
    [
      'am start -a android.settings.WIFI_SETTINGS',
      ['openUrl', 'intent:#Intent;action=android.settings.WIFI_SETTINGS;end'],
    ],
    ['am start -a android.settings.SETTINGS', ['openApp', 'com.android.settings', null]],
  ])('does what %s means', async (line, expected) => {
    const { done, status, stdout } = await run(line);
    expect(done).toEqual([expected]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Starting: Intent \{ /);
  });

  it.each([
    [
      'am start -S -W -n org.example.notes/.Main --ez flag true',
      'org.example.notes',
      ['openApp', 'org.example.notes', '.Main'],
    ],
    ['am start -S org.example.notes', 'org.example.notes', ['openApp', 'org.example.notes', null]],
    [
      'am start -a android.settings.SETTINGS -S',
      'com.android.settings',
      ['openApp', 'com.android.settings', null],
    ],
  ])('says what it stops with %s, which is one action', async (line, stopped, expected) => {
    const { done, stdout, status } = await run(line);
    expect(stdout).toMatch(new RegExp(`^Stopping: ${stopped}\nStarting: Intent \\{ `));
    expect([done, status]).toEqual([[expected], 0]);
  });

  it('stops nothing where nobody knows which app the intent is for', async () => {
    const { done, stdout } = await run('am start -S -a android.intent.action.VIEW -d https://example.org/');
    expect(stdout).toMatch(/^Starting: /);
    expect(done).toEqual([]);
  });

  it('says that it stops an app that is not there, as a phone does', async () => {
    const { done, stdout, status } = await run('am start -S -n org.missing/.Main');
    expect(stdout).toMatch(/^Stopping: org\.missing\nStarting: /);
    expect([done, status]).toEqual([[], 0]);
  });

  it('says what it starts', async () => {
    expect(
      (await run('am start -n com.android.settings/com.android.settings.Settings -f 0x10000000')).stdout,
    ).toBe('Starting: Intent { flg=0x10000000 cmp=com.android.settings/.Settings }\n');
  });

  it('waits with -W until the app is there', async () => {
    const { stdout } = await run('am start -W -n com.android.settings/.Settings');
    expect(stdout).toContain('Status: ok\n');
    expect(stdout).toMatch(/\nComplete\n$/);
  });

  it('does not know components of packages that are not installed', async () => {
    expect(await run('am start -n org.missing/.Main')).toMatchObject({
      stdout: 'Starting: Intent { cmp=org.missing/.Main }\n',
      stderr: 'Error type 3\nError: Activity class {org.missing/org.missing.Main} does not exist.\n',
      status: 0,
    });
  });

  it('cannot resolve the start of a package that is not installed', async () => {
    const { stderr, status } = await run('am start -a android.intent.action.MAIN -p org.missing');
    expect(stderr).toMatch(/^Error: Activity not started, unable to resolve Intent \{ act=.* \}\n$/);
    expect(status).toBe(0);
  });

  it('refuses options it does not know', async () => {
    const { stderr, status } = await run('am start --nonsense');
    expect(stderr).toContain('java.lang.IllegalArgumentException: Unknown option: --nonsense');
    expect(status).toBe(255);
  });
});

describe('am', () => {
  it('ends apps', async () => {
    expect(await run('am force-stop org.example.notes')).toMatchObject({
      stdout: '',
      status: 0,
      done: [['stopApp', 'org.example.notes']],
    });
  });

  it('lists what is on display', async () => {
    expect((await run('am stack list')).stdout).toContain(
      'visible=true topActivity=ComponentInfo{org.example.home/org.example.home.Home}\n',
    );
  });

  it('tells commands it does not know', async () => {
    expect(await run('am dance')).toMatchObject({
      stdout: 'Unknown command: dance\n',
      status: 255,
      done: [['note', 'unknown_command', 'am dance']],
    });
  });
});

describe('am broadcast', () => {
  it.each(['AIRPLANE_MODE', 'BATTERY_LOW', 'USER_PRESENT'])(
    'refuses what only the system may send: %s',
    async (name) => {
      const action = `android.intent.action.${name}`;
      const { stdout, stderr, status, done } = await run(`am broadcast -a ${action} --ez state true`);
      expect({ stdout, status }).toEqual({
        stdout: `Broadcasting: Intent { act=${action} flg=0x400000 (has extras) }\n`,
        status: 255,
      });
      expect(stderr).toBe(
        "\nException occurred while executing 'broadcast':\njava.lang.SecurityException: Permission Denial: " +
          `not allowed to send broadcast ${action} from pid=4242, uid=2000\n`,
      );
      expect(done).toEqual([['note', 'rejected', `broadcast of ${action}`]]);
    },
  );

  it('answers as a phone whoever listens', async () => {
    expect((await run('am broadcast -a ADB_INPUT_TEXT --es msg hi')).stdout).toBe(
      'Broadcasting: Intent { act=ADB_INPUT_TEXT flg=0x400000 (has extras) }\nBroadcast completed: result=0\n',
    );
  });

  it.each([
    ['am broadcast -a ADB_INPUT_TEXT --es msg wifi%ssettings', ['type', 'wifi%ssettings', 'ADBKeyboard']],
    ['am broadcast -a ADB_INPUT_TEXT --es msg a b', ['note', 'ignored', 'broadcast']],
    ['am broadcast -a ADB_INPUT_TEXT -p com.android.adbkeyboard --es msg hi', ['type', 'hi', 'ADBKeyboard']],
    ['am broadcast -a ADB_INPUT_B64 --es msg 5L2g5aW9', ['type', '你好', 'ADBKeyboard']],
    ['am broadcast -a ADB_INPUT_CHARS --eia chars 128568,32,67', ['type', '😸 C', 'ADBKeyboard']],
    ['am broadcast -a ADB_INPUT_CODE --ei code 67', ['keys', [67]]],
    ['am broadcast -a ADB_EDITOR_CODE --ei code 3', ['editorAction', 'ADBKeyboard']],
    ['am broadcast -a ADB_CLEAR_TEXT', ['clearText', 'ADBKeyboard']],
    ['am broadcast -a org.example.NOBODY', ['note', 'ignored', 'broadcast']],
  ])('is heard by the selected keyboard: %s', async (line, expected) => {
    expect((await run(line, withKeyboard())).done).toEqual([expected]);
  });

  it.each([
    ['ADB_KEYBOARD_INPUT_TEXT --es text 5L2g5aW9', [['type', '你好', 'uiautomator2 keyboard']]],
    ['ADB_KEYBOARD_CLEAR_TEXT', [['clearText', 'uiautomator2 keyboard']]],
    ['ADB_KEYBOARD_EDITOR_CODE --es code 3', [['editorAction', 'uiautomator2 keyboard']]],
    ['ADB_KEYBOARD_SMART_ENTER', [['editorAction', 'uiautomator2 keyboard']]],
    ['ADB_KEYBOARD_INPUT_KEYCODE --ei code 66', [['keys', [66]]]],
    ['ADB_KEYBOARD_HIDE', []],
  ])('is heard by the keyboard of uiautomator2 once that is selected: %s', async (line, expected) => {
    const controls = scriptedControls();
    controls.keyboards.select('com.github.uiautomator/.AdbKeyboard');
    const { stdout, done } = await run(`am broadcast -a ${line}`, controls);
    expect(stdout).toContain('Broadcast completed: result=-1, data="success"\n');
    expect(done).toEqual(expected);
  });

  it('is not heard while another keyboard is selected', async () => {
    expect((await run('am broadcast -a ADB_INPUT_TEXT --es msg hi')).done).toEqual([
      ['note', 'ignored', 'broadcast'],
    ]);
  });

  it('takes as many characters as a line can hold', async () => {
    const controls = withKeyboard();
    const chars = Array.from({ length: 300_000 }, () => '97').join(',');
    await run(`am broadcast -a ADB_INPUT_CHARS --eia chars ${chars}`, controls);
    expect(controls.done).toEqual([['type', 'a'.repeat(300_000), 'ADBKeyboard']]);
  });

  it('sets and gets the clipboard', async () => {
    const controls = scriptedControls();
    await run(['am', 'broadcast', '-a', 'clipper.set', '-e', 'text', 'to keep'], controls);
    expect((await run('am broadcast -a clipper.get', controls)).stdout).toContain(
      'Broadcast completed: result=-1, data="to keep"\n',
    );
  });

  it('lets an agent answer and finish', async () => {
    const controls = scriptedControls();
    await run(['am', 'broadcast', '-a', 'touchstone.ANSWER', '--es', 'text', '42 km'], controls);
    await run('am broadcast -a touchstone.FINISH --es status success', controls);
    await run('am broadcast -a touchstone.FINISH --es status whatever', controls);
    await run('am broadcast -a touchstone.FINISH', controls);
    expect(controls.done).toEqual([
      ['answer', '42 km'],
      ['finish', 'success'],
      [
        'note',
        'malformed',
        'touchstone.FINISH with the status "whatever" (known: success, failure, infeasible, interrupted, unspecified)',
      ],
      ['finish', 'unspecified'],
      ['finish', 'unspecified'],
    ]);
  });
});
