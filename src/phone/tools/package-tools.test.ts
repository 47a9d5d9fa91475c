import { describe, expect, it } from 'vitest';
import { apkOf } from '../../testing/datasets/apk-of.js';
import { programsOf, runTool, scriptedControls } from '../../testing/phones/scripted-controls.js';
import { apkPackage } from './packages/apk-package.js';

async function run(line: string): Promise<unknown[]> {
  const { stdout, stderr, status } = await runTool(programsOf(scriptedControls()), line.split(' '));
  return [stdout, stderr, status];
}

const REFUSED =
  'Failure [INSTALL_FAILED_USER_RESTRICTED: virtual phone: the screen graph is fixed, apps cannot be installed]\n';

describe('pm', () => {
  it.each(['pm list packages', 'cmd package list packages'])('lists packages for %s', async (line) => {
    const [stdout] = await run(line);
    expect(stdout).toContain('package:com.android.settings\n');
    expect(stdout).toContain('package:com.android.adbkeyboard\n');
  });

  it.each([
    ['pm list packages notes', 'package:org.example.notes\n'],
    ['pm list packages -f notes', 'package:/data/app/org.example.notes/base.apk=org.example.notes\n'],
    ['pm list packages --show-versioncode notes', 'package:org.example.notes versionCode:1\n'],
    ['pm list packages -s notes', ''],
    ['pm list packages -3 settings', ''],
    ['pm path org.example.notes', 'package:/data/app/org.example.notes/base.apk\n'],
    ['pm grant org.example.notes android.permission.CAMERA', ''],
    ['pm clear org.example.notes', 'Success\n'],
    [
      'cmd package resolve-activity --brief com.android.settings',
      'priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\ncom.android.settings/.Settings\n',
    ],
    ['cmd package resolve-activity --brief org.missing', 'No activity found\n'],
  ])('answers %s', async (line, stdout) => {
    expect(await run(line)).toEqual([stdout, '', 0]);
  });

  it.each([
    ['pm path org.missing', ''],
    ['pm clear org.missing', 'Failed\n'],
    ['pm uninstall com.example', 'Failure [DELETE_FAILED_INTERNAL_ERROR]\n'],
    ['cmd package uninstall com.example', 'Failure [DELETE_FAILED_INTERNAL_ERROR]\n'],
    ['pm install -r /data/local/tmp/a.apk', REFUSED],
  ])('fails on %s', async (line, stdout) => {
    expect(await run(line)).toEqual([stdout, '', 1]);
  });

  it('does not know other commands', async () => {
    expect(await run('pm dance')).toEqual(['Unknown command: dance\n', '', 255]);
  });
});

describe('cmd package install -S', () => {
  it('reads what was announced and not more, then refuses', async () => {
    let taken = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        taken += 10;
        yield await Promise.resolve(new Uint8Array(10));
      }
    }
    const controls = scriptedControls();
    const tool = programsOf(controls)('cmd');
    const said: string[] = [];
    const status = await tool?.({
      words: ['cmd', 'package', 'install', '-S', '25'],
      variables: new Map(),
      folder: '/',
      stdin: endless(),
      stdout: (text) => {
        said.push(String(text));
        return Promise.resolve();
      },
      stderr: () => Promise.resolve(),
      signal: new AbortController().signal,
      pid: 1,
    });
    expect([taken, status, said]).toEqual([30, 1, [REFUSED]]);
    expect(controls.done).toEqual([['note', 'refused', 'install']]);
  });

  it('refuses a session before anything is sent into it', async () => {
    async function* silent(): AsyncGenerator<Uint8Array> {
      await new Promise(() => {});
      yield new Uint8Array();
    }
    const controls = scriptedControls({ options: { install: 'pretend' } });
    const words = ['cmd', 'package', 'install-create', '-S', '400000'];
    const status = await programsOf(controls)('cmd')?.({
      words,
      variables: new Map(),
      folder: '/',
      stdin: silent(),
      stdout: () => Promise.resolve(),
      stderr: () => Promise.resolve(),
      signal: new AbortController().signal,
      pid: 1,
    });
    expect(status).toBe(1);
    expect(controls.done).toEqual([['note', 'refused', 'install-create']]);
  });

  it('pretends helpers where it may, and lists them then', async () => {
    const apk = apkOf('com.github.uiautomator');
    const find = programsOf(scriptedControls({ options: { install: 'pretend' } }));
    const installed = await runTool(find, ['cmd', 'package', 'install', '-r', '-S', String(apk.byteLength)], {
      stdin: [apk.subarray(0, 7), apk.subarray(7)],
    });
    expect(installed).toMatchObject({ stdout: 'Success\n', status: 0 });
    expect((await runTool(find, ['pm', 'list', 'packages', 'github'])).stdout).toBe(
      'package:com.github.uiautomator\n',
    );
    const other = apkOf('org.example.other');
    expect(
      await runTool(find, ['cmd', 'package', 'install', '-S', String(other.byteLength)], { stdin: [other] }),
    ).toMatchObject({ stdout: REFUSED, status: 1 });
  });

  it('has the keyboard of an ADBKeyboard that was pretended, until that is uninstalled', async () => {
    const id = 'com.android.adbkeyboard/.AdbIME';
    const apk = apkOf('com.android.adbkeyboard');
    const controls = scriptedControls({ options: { install: 'pretend', adbKeyboard: 'absent' } });
    const find = programsOf(controls);
    const say = async (line: string, stdin: readonly Uint8Array[] = []): Promise<readonly unknown[]> => {
      const { stdout, stderr, status } = await runTool(find, line.split(' '), { stdin });
      return [stdout, stderr, status];
    };
    expect((await say('ime list -s -a'))[0]).not.toContain(id);
    expect(await say(`ime enable ${id}`)).toMatchObject([
      '',
      `Unknown input method ${id} cannot be enabled for user #0\n`,
      255,
    ]);
    expect(await say(`cmd package install -r -S ${apk.byteLength}`, [apk])).toEqual(['Success\n', '', 0]);
    expect((await say('ime list -s -a'))[0]).toContain(`${id}\n`);
    expect((await say('ime list -s'))[0]).not.toContain(id);
    expect((await say('pm list packages -3 adbkeyboard'))[0]).toBe('package:com.android.adbkeyboard\n');
    expect(await say(`ime enable ${id}`)).toEqual([`Input method ${id}: now enabled for user #0\n`, '', 0]);
    expect(await say(`ime set ${id}`)).toEqual([`Input method ${id} selected for user #0\n`, '', 0]);
    await say('am broadcast -a ADB_INPUT_TEXT --es msg hello');
    expect(controls.done).toContainEqual(['type', 'hello', 'ADBKeyboard']);
    expect(await say('pm uninstall com.android.adbkeyboard')).toEqual(['Success\n', '', 0]);
    expect((await say('ime list -s -a'))[0]).not.toContain(id);
    expect(controls.keyboards.selected).not.toBe(id);
  });
});

describe('apkPackage', () => {
  it('reads the package of a compiled manifest', () => {
    expect(apkPackage(apkOf('com.android.adbkeyboard'))).toBe('com.android.adbkeyboard');
  });

  it('gives null for everything that is no APK', () => {
    const apk = apkOf('org.example');
    for (let end = 0; end < apk.byteLength; end += 1) expect(apkPackage(apk.subarray(0, end))).toBeNull();
    expect(
      apkPackage(new TextEncoder().encode('no archive at all, though long enough to be one')),
    ).toBeNull();
  });
});

describe('monkey', () => {
  it('starts an app', async () => {
    const controls = scriptedControls();
    const line = 'monkey -p com.android.settings -c android.intent.category.LAUNCHER 1';
    const { stdout, status } = await runTool(programsOf(controls), line.split(' '));
    expect(stdout).toMatch(/^Events injected: 1\n/);
    expect([status, controls.done]).toEqual([0, [['openApp', 'com.android.settings', null]]]);
  });

  it('finds nothing to run in a package that is not there', async () => {
    expect(await run('monkey -p org.missing 1')).toEqual([
      '** No activities found to run, monkey aborted.\n',
      '',
      252,
    ]);
  });
});

describe('settings', () => {
  it('keeps what was put, and says null of the rest', async () => {
    const find = programsOf(scriptedControls());
    const get = async (line: string): Promise<string> => (await runTool(find, line.split(' '))).stdout;
    expect(await get('settings get system screen_brightness')).toBe('102\n');
    expect(await get('settings get global nothing')).toBe('null\n');
    expect(await get('settings put global nothing 5')).toBe('');
    expect(await get('settings get global nothing')).toBe('5\n');
    expect(await get('settings list global')).toBe('nothing=5\n');
    expect(await get('settings delete global nothing')).toBe('Deleted 1 rows\n');
    expect(await get('settings --user 0 get global nothing')).toBe('null\n');
    expect(await get('content query --uri content://settings/system')).toBe(
      'Row: 0 name=screen_brightness, value=102\n',
    );
  });

  it('selects the keyboard', async () => {
    const controls = scriptedControls();
    await runTool(programsOf(controls), [
      'settings',
      'put',
      'secure',
      'default_input_method',
      'com.android.adbkeyboard/.AdbIME',
    ]);
    expect(controls.keyboards.selected).toBe('com.android.adbkeyboard/.AdbIME');
  });

  it('knows three namespaces', async () => {
    expect(await run('settings get nowhere x')).toEqual(['', "Invalid namespace 'nowhere'\n", 255]);
  });
});

describe('the rest', () => {
  it.each([
    ['svc wifi enable', ''],
    ['logcat -c', ''],
    ['logcat -d -v time', ''],
    ['cmd statusbar collapse', ''],
    ['cmd uimode night yes', 'Night mode: yes\n'],
    ['service call window 18', "Result: Parcel(00000000    '....')\n"],
    ['service check package', 'Service package: found\n'],
    ['ip route', '10.0.2.0/24 dev wlan0 proto kernel scope link src 10.0.2.16\n'],
    ['screenrecord /sdcard/a.mp4', ''],
    ['content query --uri content://sms', 'No result found.\n'],
    ['am get-current-user', '0\n'],
    ['wm size -d 0', 'Physical size: 1080x2400\n'],
  ])('answers %s', async (line, stdout) => {
    expect(await run(line)).toEqual([stdout, '', 0]);
  });

  it('has an address on its network', async () => {
    expect((await run('ip addr show wlan0'))[0]).toMatch(/inet 10\.0\.2\.16\/24/);
    expect((await run('ifconfig wlan0'))[0]).toContain('inet addr:10.0.2.16');
    expect((await run('ip addr show eth7'))[2]).toBe(1);
  });

  it('follows the log until its reader goes', async () => {
    const reader = new AbortController();
    const reading = runTool(programsOf(scriptedControls()), ['logcat'], { signal: reader.signal });
    reader.abort();
    expect((await reading).stdout).toBe('');
  });

  it('has no sqlite3', () => {
    expect(programsOf(scriptedControls())('sqlite3')).toBeUndefined();
  });
});

describe('app_process', () => {
  const YADB =
    'app_process -Djava.class.path=/data/local/tmp/yadb /data/local/tmp com.ysbing.yadb.Main'.split(' ');

  it.each([
    [
      ['-keyboard', String.raw`two\nlines 你好`],
      ['type', 'two\nlines 你好', 'yadb'],
    ],
    [
      ['-keyboard', '~CLEAR~'],
      ['clearText', 'yadb'],
    ],
    [['-keyboardClear'], ['clearText', 'yadb']],
    [
      ['-touch', '5', '6', '2000'],
      ['gesture', { type: 'swipe', from: [5, 6], to: [5, 6], durationMs: 2000 }],
    ],
    [
      ['-pinch', '1', '2', '3', '4', '5'],
      ['note', 'absorbed', 'yadb -pinch'],
    ],
  ])('runs yadb %j once it was pushed', async (args, expected) => {
    const controls = scriptedControls();
    controls.files.write('/data/local/tmp/yadb', new Uint8Array(1));
    expect(await runTool(programsOf(controls), [...YADB, ...args])).toMatchObject({
      stdout: '',
      stderr: '',
      status: 0,
    });
    expect(controls.done).toEqual([expected]);
  });

  it('aborts where nothing was pushed', async () => {
    expect(await runTool(programsOf(scriptedControls()), [...YADB, '-keyboard', 'x'])).toMatchObject({
      stderr: 'Aborted \n',
      status: 134,
    });
  });

  it('keeps the server of uiautomator2 running until its client goes', async () => {
    const controls = scriptedControls();
    controls.files.write('/data/local/tmp/u2.jar', new Uint8Array(1));
    const client = new AbortController();
    let ended = false;
    const serving = runTool(programsOf(controls), 'app_process / com.wetest.uia2.Main -p 9008'.split(' '), {
      variables: { CLASSPATH: '/data/local/tmp/u2.jar' },
      signal: client.signal,
    }).finally(() => {
      ended = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    client.abort();
    await serving;
    expect(ended).toBe(true);
  });
});
