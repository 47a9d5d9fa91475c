import { KEY_NAMES } from '../tools/input/key-codes.js';

/** Name of a key without `KEYCODE_`; its number where Android has no name for it. Both ENTER keys are `ENTER`. */
export function keyNameOf(code: number): string {
  return code === KeyCode.numpadEnter ? 'ENTER' : (KEY_NAMES[code] ?? String(code));
}

/** Codes that the phone itself knows what to do with. */
export const KeyCode = {
  unknown: 0,
  home: 3,
  back: 4,
  a: 29,
  v: 50,
  x: 52,
  enter: 66,
  delete: 67,
  forwardDelete: 112,
  numpadEnter: 160,
  cut: 277,
  paste: 279,
} as const;

/** Keys that do nothing by themselves: modifiers, moves of the cursor, what wakes the screen. */
const QUIET: ReadonlySet<number> = new Set([
  0, 57, 58, 59, 60, 63, 113, 114, 115, 116, 117, 118, 119, 122, 123, 143, 224, 278,
]);

/**
 * Whether pressing a key changes nothing that could be seen, so that it is no step where the recorded world does not respond
 * to it: modifiers alone, HOME and END of a text field, WAKEUP, a key that Android does not know.
 */
export function isQuietKey(code: number): boolean {
  return QUIET.has(code);
}

/** Moves through lists and fields, scrolling and volume: clients press them many times in one command. */
const STEPPING: ReadonlySet<number> = new Set([19, 20, 21, 22, 24, 25, 61, 92, 93]);

/** Whether a key goes one step further each time, so that a client presses it as often as it wants to go. */
export function isSteppingKey(code: number): boolean {
  return STEPPING.has(code);
}

const PUNCTUATION: ReadonlyMap<number, string> = new Map([
  [17, '*'],
  [18, '#'],
  [55, ','],
  [56, '.'],
  [62, ' '],
  [68, '`'],
  [69, '-'],
  [70, '='],
  [71, '['],
  [72, ']'],
  [73, '\\'],
  [74, ';'],
  [75, "'"],
  [76, '/'],
  [77, '@'],
  [81, '+'],
  [154, '/'],
  [155, '*'],
  [156, '-'],
  [157, '+'],
  [158, '.'],
  [159, ','],
  [161, '='],
  [162, '('],
  [163, ')'],
]);

/** Character that a key types; null for keys that type none. */
export function characterOf(code: number): string | null {
  if (code >= 7 && code <= 16) return String.fromCodePoint(48 + code - 7);
  if (code >= 29 && code <= 54) return String.fromCodePoint(97 + code - 29);
  if (code >= 144 && code <= 153) return String.fromCodePoint(48 + code - 144);
  return PUNCTUATION.get(code) ?? null;
}
