import { describe, expect, it } from 'vitest';
import { programsOf, runTool, scriptedControls } from '../../../testing/phones/scripted-controls.js';

async function done(words: string): Promise<readonly (readonly unknown[])[]> {
  const controls = scriptedControls();
  await runTool(programsOf(controls), words.split(' '));
  return controls.done;
}

async function answered(...words: string[]): Promise<unknown> {
  return runTool(programsOf(scriptedControls()), words);
}

const NULL_ARRAY = 'java.lang.NullPointerException: Attempt to get length of null array';

describe('input', () => {
  it.each([
    ['input tap 540 1200', { type: 'tap', x: 540, y: 1200 }],
    ['input tap 123.5 678.25', { type: 'tap', x: 123.5, y: 678.25 }],
    ['input touchscreen tap 5 6', { type: 'tap', x: 5, y: 6 }],
    ['input mouse -d 0 tap 5 6', { type: 'tap', x: 5, y: 6 }],
    ['input -d 4619827259835644672 tap -5 6 extra', { type: 'tap', x: -5, y: 6 }],
    ['input swipe 1 2 3 4', { type: 'swipe', from: [1, 2], to: [3, 4], durationMs: 300 }],
    ['input swipe 1 2 3 -960.0 800', { type: 'swipe', from: [1, 2], to: [3, -960], durationMs: 800 }],
    ['input swipe 1 2 3 4 -1', { type: 'swipe', from: [1, 2], to: [3, 4], durationMs: 300 }],
    ['input draganddrop 1 2 3 4 4000', { type: 'drag', from: [1, 2], to: [3, 4], durationMs: 4000 }],
    ['input motionevent DOWN 1 2', { type: 'down', x: 1, y: 2 }],
    ['input motionevent move 1 2', { type: 'move', x: 1, y: 2 }],
    ['input motionevent UP 1 2', { type: 'up', x: 1, y: 2 }],
  ])('makes a gesture of %s', async (line, gesture) => {
    expect(await done(line)).toEqual([['gesture', gesture]]);
  });

  it.each([
    ['input keyevent 4', [['keys', [4]]]],
    ['input keyevent KEYCODE_HOME ENTER 67', [['keys', [3, 66, 67]]]],
    ['input keyevent --longpress POWER', [['keys', [26], 'long']]],
    [
      'input keyevent --press KEYCODE_BACK',
      [
        ['note', 'ignored', 'input keyevent --press'],
        ['keys', [4]],
      ],
    ],
    ['input keyevent nonsense', [['note', 'ignored', 'input keyevent nonsense']]],
    ['input keyevent KEYCODE_4', [['keys', [11]]]],
    ['input keycombination 113 29', [['keysTogether', [113, 29]]]],
    ['input keycombination -t 500 CTRL_LEFT A', [['keysTogether', [113, 29]]]],
    ['input roll 1 2', [['note', 'absorbed', 'input roll 1 2']]],
    ['input press', [['note', 'absorbed', 'input press']]],
  ])('presses keys for %s', async (line, expected) => {
    expect(await done(line)).toEqual(expected);
  });

  it.each([
    ['input -d x tap 1 1', '-d'],
    ['input -d 1x tap 1 1', '-d'],
    ['input touchscreen -d x tap 1 1', 'touchscreen'],
    ['input -d', '-d'],
  ])('refuses a display that is none: %s', async (line, name) => {
    expect(await done(line)).toEqual([]);
    expect(await answered(...line.split(' '))).toMatchObject({
      status: 255,
      stderr: `\nException occurred while executing '${name}':\njava.lang.IllegalArgumentException: Error: Invalid arguments for display ID.\n`,
    });
  });

  it('presses 200 keys of one command at once', async () => {
    const codes = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? 67 : 112));
    expect(await done(`input keyevent ${codes.join(' ')}`)).toEqual([['keys', codes]]);
  });

  it.each([
    ['input text wifi%ssettings', [['type', 'wifi settings', 'input text']]],
    ['input text first second', [['type', 'first', 'input text']]],
    ['input text %%s%', [['type', '% %', 'input text']]],
    [
      'input text a\nb',
      [
        ['type', 'a', 'input text'],
        ['keys', [66]],
        ['type', 'b', 'input text'],
      ],
    ],
    ['input text ', []],
    ['input text 你好', [['note', 'rejected', 'input text']]],
    ['input text café', [['note', 'rejected', 'input text']]],
  ])('types for %j', async (line, expected) => {
    expect(await done(line)).toEqual(expected);
  });

  it('says nothing when it did what was asked', async () => {
    expect(await answered('input', 'tap', '1', '2')).toMatchObject({ stdout: '', stderr: '', status: 0 });
  });

  it('fails as a phone does on characters that its keyboard lacks', async () => {
    const { stderr, status, stdout } = (await answered('input', 'text', '你好')) as Record<string, unknown>;
    expect(stderr).toContain(NULL_ARRAY);
    expect([stdout, status]).toEqual(['', 255]);
  });

  it.each([
    ['tap a 2', 'java.lang.IllegalArgumentException: Error: Invalid arguments for command: tap'],
    ['tap 1', 'java.lang.IllegalArgumentException: Argument expected after "1"'],
    [
      'swipe 1 2 3 4 300.5',
      'java.lang.IllegalArgumentException: Error: Invalid arguments for command: swipe',
    ],
    [
      'motionevent HOVER 1 2',
      'java.lang.IllegalArgumentException: Error: Invalid arguments for command: motionevent',
    ],
    ['keycombination 113 foo', 'java.lang.IllegalArgumentException: Unknown keycode: foo'],
  ])('refuses %s with the exception that a phone has', async (line, message) => {
    expect(await answered('input', ...line.split(' '))).toMatchObject({
      stderr: `\nException occurred while executing '${line.split(' ')[0]}':\n${message}\n`,
      status: 255,
    });
  });

  it('takes no time for numbers that never end', async () => {
    // Reading them over and over again would take minutes.
    expect(await answered('input', 'tap', `${'1'.repeat(1_000_000)}x`, '2')).toMatchObject({ status: 255 });
  });

  it('does not know other commands', async () => {
    expect(await answered('input', 'wave')).toMatchObject({ stdout: 'Unknown command: wave\n', status: 255 });
  });
});
