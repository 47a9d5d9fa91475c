/**
 * Names of Android's key codes, without `KEYCODE_`, by code.
 *
 * Source: AOSP `android.view.KeyEvent`.
 */
const NAMES_FROM_0 =
  'UNKNOWN SOFT_LEFT SOFT_RIGHT HOME BACK CALL ENDCALL 0 1 2 3 4 5 6 7 8 9 STAR POUND DPAD_UP DPAD_DOWN DPAD_LEFT ' +
  'DPAD_RIGHT DPAD_CENTER VOLUME_UP VOLUME_DOWN POWER CAMERA CLEAR A B C D E F G H I J K L M N O P Q R S T U V W X Y Z ' +
  'COMMA PERIOD ALT_LEFT ALT_RIGHT SHIFT_LEFT SHIFT_RIGHT TAB SPACE SYM EXPLORER ENVELOPE ENTER DEL GRAVE MINUS EQUALS ' +
  'LEFT_BRACKET RIGHT_BRACKET BACKSLASH SEMICOLON APOSTROPHE SLASH AT NUM HEADSETHOOK FOCUS PLUS MENU NOTIFICATION ' +
  'SEARCH MEDIA_PLAY_PAUSE MEDIA_STOP MEDIA_NEXT MEDIA_PREVIOUS MEDIA_REWIND MEDIA_FAST_FORWARD MUTE PAGE_UP PAGE_DOWN ' +
  'PICTSYMBOLS SWITCH_CHARSET BUTTON_A BUTTON_B BUTTON_C BUTTON_X BUTTON_Y BUTTON_Z BUTTON_L1 BUTTON_R1 BUTTON_L2 ' +
  'BUTTON_R2 BUTTON_THUMBL BUTTON_THUMBR BUTTON_START BUTTON_SELECT BUTTON_MODE ESCAPE FORWARD_DEL CTRL_LEFT CTRL_RIGHT ' +
  'CAPS_LOCK SCROLL_LOCK META_LEFT META_RIGHT FUNCTION SYSRQ BREAK MOVE_HOME MOVE_END INSERT FORWARD MEDIA_PLAY ' +
  'MEDIA_PAUSE MEDIA_CLOSE MEDIA_EJECT MEDIA_RECORD F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 NUM_LOCK NUMPAD_0 NUMPAD_1 ' +
  'NUMPAD_2 NUMPAD_3 NUMPAD_4 NUMPAD_5 NUMPAD_6 NUMPAD_7 NUMPAD_8 NUMPAD_9 NUMPAD_DIVIDE NUMPAD_MULTIPLY ' +
  'NUMPAD_SUBTRACT NUMPAD_ADD NUMPAD_DOT NUMPAD_COMMA NUMPAD_ENTER NUMPAD_EQUALS NUMPAD_LEFT_PAREN NUMPAD_RIGHT_PAREN ' +
  'VOLUME_MUTE INFO CHANNEL_UP CHANNEL_DOWN ZOOM_IN ZOOM_OUT TV WINDOW GUIDE DVR BOOKMARK CAPTIONS SETTINGS TV_POWER ' +
  'TV_INPUT STB_POWER STB_INPUT AVR_POWER AVR_INPUT PROG_RED PROG_GREEN PROG_YELLOW PROG_BLUE APP_SWITCH';

/** Codes above the row that has no gaps, as far as phones are sent them. */
const NAMES_ABOVE: readonly (readonly [number, string])[] = [
  [204, 'LANGUAGE_SWITCH'],
  [207, 'CONTACTS'],
  [208, 'CALENDAR'],
  [209, 'MUSIC'],
  [210, 'CALCULATOR'],
  [219, 'ASSIST'],
  [220, 'BRIGHTNESS_DOWN'],
  [221, 'BRIGHTNESS_UP'],
  [223, 'SLEEP'],
  [224, 'WAKEUP'],
  [231, 'VOICE_ASSIST'],
  [264, 'NAVIGATE_PREVIOUS'],
  [265, 'NAVIGATE_NEXT'],
  [276, 'SOFT_SLEEP'],
  [277, 'CUT'],
  [278, 'COPY'],
  [279, 'PASTE'],
  [280, 'SYSTEM_NAVIGATION_UP'],
  [281, 'SYSTEM_NAVIGATION_DOWN'],
  [282, 'SYSTEM_NAVIGATION_LEFT'],
  [283, 'SYSTEM_NAVIGATION_RIGHT'],
  [284, 'ALL_APPS'],
  [285, 'REFRESH'],
  [286, 'THUMBS_UP'],
  [287, 'THUMBS_DOWN'],
  [288, 'PROFILE_SWITCH'],
];

const NAMES: ReadonlyMap<number, string> = new Map([
  ...NAMES_FROM_0.split(' ').map((name, code) => [code, name] as const),
  ...NAMES_ABOVE,
]);

/** Name of a key without `KEYCODE_`; its number where Android has no name for it. Both ENTER keys are `ENTER`. */
export function keyNameOf(code: number): string {
  return code === KeyCode.numpadEnter ? 'ENTER' : (NAMES.get(code) ?? String(code));
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
