import type { Answer } from '../../shell/answer.js';
import { INPUT_SOURCES } from '../../input/touch-command.js';
import type { AndroidProgram, AndroidSystem } from '../system/android-system.js';
import { keyCodeOf, UNKNOWN_KEY } from './key-codes.js';
import { ArgumentReader, runShellCommand, ServiceException, unknownCommand } from '../shell-command.js';

/** Milliseconds of a swipe that does not say. */
const SWIPE_MS = 300;

/** How a display may be named: by number, which clients take from either list of displays, or as one of two. */
const DISPLAY = /^(?:-?\d+|DEFAULT_DISPLAY|INVALID_DISPLAY)$/i;

/** Most key codes of one command that are pressed. */
const MOST_KEYS = 10_000;

const ENTER = keyCodeOf('ENTER');
const TAB = keyCodeOf('TAB');

/**
 * `input [SOURCE] [-d DISPLAY] COMMAND ARGUMENTS`: taps, swipes, keys and text.
 *
 * Source: AOSP `InputShellCommand.java`.
 */
export const input: AndroidProgram = (args, call, system) => {
  const reader = new ArgumentReader(args);
  let command = reader.take();
  if (command !== undefined && INPUT_SOURCES.has(command)) command = reader.take();
  if (command === '-d') {
    const display = reader.take() ?? '';
    if (!DISPLAY.test(display)) {
      const first = args[0] ?? '';
      return runShellCommand(first, call, () => {
        throw new ServiceException('Error: Invalid arguments for display ID.');
      });
    }
    command = reader.take();
  }
  if (command === undefined) return usage(call.stdout);
  const name = command;
  return runShellCommand(name, call, async () => {
    switch (name) {
      case 'tap':
        return system.controls.gesture({
          type: 'tap',
          x: coordinate(reader, name),
          y: coordinate(reader, name),
        });
      case 'swipe':
      case 'draganddrop':
        return swipe(name, reader, system);
      case 'motionevent':
        return motionEvent(reader, system);
      case 'text':
        return typeText(reader.required(), system);
      case 'keyevent':
        return keyEvent(reader, system);
      case 'keycombination':
        return keyCombination(reader, system);
      case 'press':
      case 'roll':
      case 'scroll':
        return system.controls.note('absorbed', ['input', name, ...reader.rest()].join(' '));
      default:
        return unknownCommand(name, call);
    }
  });
};

async function usage(write: (text: string) => Promise<void>): Promise<Answer> {
  await write('Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n');
  return 255;
}

async function swipe(
  name: 'swipe' | 'draganddrop',
  reader: ArgumentReader,
  { controls }: AndroidSystem,
): Promise<Answer> {
  const from = [coordinate(reader, name), coordinate(reader, name)] as const;
  const to = [coordinate(reader, name), coordinate(reader, name)] as const;
  const duration = reader.take();
  const durationMs = duration === undefined ? SWIPE_MS : wholeNumber(duration, name);
  return controls.gesture({
    type: name === 'swipe' ? 'swipe' : 'drag',
    from,
    to,
    durationMs: durationMs < 0 ? SWIPE_MS : durationMs,
  });
}

const MOTIONS = { DOWN: 'down', MOVE: 'move', UP: 'up' } as const;

async function motionEvent(reader: ArgumentReader, { controls }: AndroidSystem): Promise<Answer> {
  const name = 'motionevent';
  const motion = reader.required().toUpperCase();
  if (motion !== 'CANCEL' && !Object.hasOwn(MOTIONS, motion)) throw invalidArguments(name);
  // A finger that is taken back needs no place, and was dropped when this command came.
  if (motion === 'CANCEL') return controls.note('absorbed', 'input motionevent CANCEL');
  const type = MOTIONS[motion as keyof typeof MOTIONS];
  return controls.gesture({ type, x: coordinate(reader, name), y: coordinate(reader, name) });
}

/**
 * Types the text; `%s` is a space. The keyboard that it is typed on has the printable characters of ASCII, Enter and Tab;
 * with any other nothing is typed at all.
 */
async function typeText(given: string, { controls }: AndroidSystem): Promise<Answer> {
  const text = given.replaceAll('%s', ' ');
  if (/[^\x20-\x7e\t\n]/.test(text)) {
    controls.note('rejected', 'input text');
    throw new ServiceException(
      'Attempt to get length of null array\n\tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java)',
      'java.lang.NullPointerException',
    );
  }
  for (const piece of text.split(/([\t\n])/)) {
    if (piece === '\n') await controls.keys([ENTER]);
    else if (piece === '\t') await controls.keys([TAB]);
    else if (piece !== '') await controls.type(piece, 'input text');
  }
}

/** An option nobody knows is taken for a key, one that does nothing. */
async function keyEvent(reader: ArgumentReader, { controls }: AndroidSystem): Promise<Answer> {
  let name: string | undefined = reader.required();
  const isLong = name === '--longpress';
  if (isLong || name === '--async') name = reader.required();
  const codes: number[] = [];
  for (; name !== undefined && codes.length < MOST_KEYS; name = reader.take()) {
    const code = keyCodeOf(name);
    if (code === UNKNOWN_KEY) controls.note('ignored', `input keyevent ${name}`);
    else codes.push(code);
  }
  if (codes.length > 0) await controls.keys(codes, isLong ? { isLong } : {});
}

async function keyCombination(reader: ArgumentReader, { controls }: AndroidSystem): Promise<Answer> {
  const names = [reader.required(), reader.required(), ...reader.rest()];
  // `-t MILLISECONDS` holds them longer, which makes no difference.
  if (names[0] === '-t') names.splice(0, 2);
  const codes = names.map(keyCodeOf);
  const unknown = codes.indexOf(UNKNOWN_KEY);
  if (unknown >= 0) throw new ServiceException(`Unknown keycode: ${names[unknown] ?? ''}`);
  return controls.keysTogether(codes);
}

/** Longest number that is read. */
const LONGEST_NUMBER = 64;

/** A decimal number in pixels. */
function coordinate(reader: ArgumentReader, command: string): number {
  const text = reader.required();
  if (text.length > LONGEST_NUMBER || !/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[fFdD]?\s*$/.test(text))
    throw invalidArguments(command);
  return Number.parseFloat(text);
}

function wholeNumber(text: string, command: string): number {
  if (!/^[-+]?\d{1,10}$/.test(text)) throw invalidArguments(command);
  return Number(text);
}

function invalidArguments(command: string): ServiceException {
  return new ServiceException(`Error: Invalid arguments for command: ${command}`);
}
