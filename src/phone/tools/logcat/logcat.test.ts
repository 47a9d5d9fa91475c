import { describe, expect, it } from 'vitest';
import { programsOf, runTool, scriptedControls } from '../../../testing/phones/scripted-controls.js';

/** A phone whose log has three entries, of the clock's one time. */
function logged(line: string) {
  const controls = scriptedControls();
  const { systemLog } = controls;
  systemLog.add({ buffer: 'main', pid: 12, level: 'D', tag: 'First', text: 'one' });
  systemLog.add({ buffer: 'system', pid: 836, level: 'W', tag: 'Second', text: 'two\nlines' });
  systemLog.add({ buffer: 'main', pid: 12, level: 'E', tag: 'First', text: 'three' });
  return { controls, result: runTool(programsOf(controls), line.split(' ')) };
}

const ALL = `--------- beginning of main
11-14 22:13:20.000    12    12 D First   : one
--------- beginning of system
11-14 22:13:20.000   836   836 W Second  : two
11-14 22:13:20.000   836   836 W Second  : lines
11-14 22:13:20.000    12    12 E First   : three
`;

describe('logcat', () => {
  it.each([
    ['logcat -d', ALL],
    ['logcat -d -b all', ALL],
    ['logcat -d -b events', ''],
    [
      'logcat -d -v brief -b main',
      '--------- beginning of main\nD/First   (   12): one\nE/First   (   12): three\n',
    ],
    ['logcat -v tag -t 1', '--------- beginning of main\nE/First   : three\n'],
    [
      'logcat -d -v raw -s Second',
      '--------- beginning of main\n--------- beginning of system\ntwo\nlines\n',
    ],
    [
      'logcat -d -v process *:E',
      '--------- beginning of main\n--------- beginning of system\nE(   12) three  (First)\n',
    ],
    ['logcat -d -v thread -m 1', '--------- beginning of main\nD(   12:   12) one\n'],
    [
      'logcat -d -v time First:E Second:S -b main',
      '--------- beginning of main\n11-14 22:13:20.000 E/First   (   12): three\n',
    ],
    [
      'logcat -d -v long -e thr -b main',
      '--------- beginning of main\n[ 11-14 22:13:20.000    12:   12 E/First    ]\nthree\n\n',
    ],
    ['logcat -d -v raw -v year -v UTC -D --pid=12', '--------- beginning of main\none\nthree\n'],
    [
      'logcat -d -v epoch -v tag -v threadtime -m 1 -b main',
      '--------- beginning of main\n1700000000.000    12    12 D First   : one\n',
    ],
  ])('%s', async (line, stdout) => {
    expect(await logged(line).result).toMatchObject({ stdout, stderr: '', status: 0 });
  });

  it.each([
    ['logcat -d -v nonsense', 'logcat: Invalid parameter "nonsense" to -v\n'],
    ['logcat -d Tag:Q', "logcat: Invalid filter expression 'Tag:Q'\n"],
    ['logcat -d -b nonsense', "logcat: Unknown -b buffer 'nonsense'\n"],
    ['logcat -t yesterday', 'logcat: -t "yesterday" not in time format\n'],
    ['log -p x text', "log: bad -p 'x'\n"],
    ['log -b nonsense text', 'log: unknown log buffer: nonsense\n'],
  ])('%s is refused', async (line, stderr) => {
    expect(await logged(line).result).toMatchObject({ stdout: '', stderr, status: 1 });
  });

  it('clears the buffers that are named', async () => {
    const { controls, result } = logged('logcat -c -b main');
    await result;
    expect(controls.systemLog.entries.map(({ tag }) => tag)).toEqual(['Second']);
  });

  it('keeps a bounded number of entries', () => {
    const { systemLog } = scriptedControls();
    for (let count = 0; count < 5000; count += 1)
      systemLog.add({ buffer: 'main', pid: 1, level: 'I', tag: 'T', text: String(count) });
    expect(systemLog.entries.length).toBeLessThanOrEqual(1500);
    expect(systemLog.entries.at(-1)?.text).toBe('4999');
  });
});

describe('input devices', () => {
  const run = (line: string) => runTool(programsOf(scriptedControls()), line.split(' '));

  it('tell of themselves, and are not written to by clients', async () => {
    const { stdout, status } = await run('getevent -lp /dev/input/event1');
    expect(status).toBe(0);
    expect(stdout).toContain('    KEY (0001): BTN_TOUCH');
    expect(stdout).toMatch(/ABS_MT_POSITION_X +: value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0\n/);
    expect(stdout).toMatch(/ABS_MT_POSITION_Y +: value 0, min 0, max 2399,/);
    expect(await run('sendevent /dev/input/event1 3 57 0')).toMatchObject({
      stderr: 'sendevent: /dev/input/event1: Permission denied\n',
      status: 1,
    });
  });

  it('give nothing, until nobody listens any more', async () => {
    const signal = AbortSignal.abort();
    const find = programsOf(scriptedControls());
    const { stdout, status } = await runTool(find, ['getevent'], { signal });
    expect([stdout.split('\n')[0], status]).toEqual(['add device 1: /dev/input/event0', 130]);
  });
});

describe('device_config', () => {
  it('keeps what was put, also as a command of cmd', async () => {
    const find = programsOf(scriptedControls());
    const run = async (line: string) => (await runTool(find, line.split(' '))).stdout;
    expect(await run('device_config get window_manager flag')).toBe('null\n');
    expect(await run('cmd device_config put window_manager flag true')).toBe('');
    expect(await run('device_config get window_manager flag')).toBe('true\n');
    expect(await run('device_config list window_manager')).toBe('flag=true\n');
    expect(await run('device_config delete window_manager flag')).toBe(
      'Successfully deleted flag from window_manager\n',
    );
  });
});
