import type { PhoneControls } from '../../device/phone-controls.js';
import { ADB_KEYBOARD } from '../../device/phone-keyboards.js';
import type { Intent } from '../activity/intent.js';

export const ADB_KEYBOARD_PACKAGE = 'com.android.adbkeyboard';

/** Name of this route in the log. */
const SOURCE = 'ADBKeyboard';

/**
 * Types what a broadcast to ADBKeyboard says. False when it is no such broadcast, or nobody hears it: the keyboard listens
 * only while it is the selected one. `%s` stays as it is.
 *
 * Source: ADBKeyBoard, `AdbIME.java` and its README.
 */
export async function adbKeyboardBroadcast(intent: Intent, controls: PhoneControls): Promise<boolean> {
  if (controls.keyboards.selected !== ADB_KEYBOARD) return false;
  if (intent.package !== null && intent.package !== ADB_KEYBOARD_PACKAGE) return false;
  const { extras } = intent;
  switch (intent.action) {
    case 'ADB_INPUT_TEXT':
      await typed(extras.get('msg'), controls);
      return true;
    case 'ADB_INPUT_B64':
      await typed(decoded(extras.get('msg')), controls);
      return true;
    case 'ADB_INPUT_CHARS':
      await typed(characters(extras.get('chars')), controls);
      return true;
    case 'ADB_INPUT_CODE': {
      const code = wholeNumber(extras.get('code'));
      if (code > 0) await controls.keys([code]);
      return true;
    }
    case 'ADB_EDITOR_CODE':
      if (wholeNumber(extras.get('code')) >= 0) await controls.editorAction(SOURCE);
      return true;
    case 'ADB_CLEAR_TEXT':
      await controls.clearText(SOURCE);
      return true;
    default:
      return false;
  }
}

async function typed(text: string | undefined, controls: PhoneControls): Promise<void> {
  if (text !== undefined && text !== '') await controls.type(text, SOURCE);
}

function decoded(message: string | undefined): string | undefined {
  return message === undefined ? undefined : Buffer.from(message, 'base64').toString('utf8');
}

/** Code points between commas. */
function characters(list: string | undefined): string | undefined {
  const codes = list
    ?.split(',')
    .map(wholeNumber)
    .filter((code) => code >= 0 && code <= 0x10ffff);
  return codes?.map((code) => String.fromCodePoint(code)).join('');
}

function wholeNumber(text: string | undefined): number {
  return /^\s*\d{1,9}\s*$/.test(text ?? '') ? Number(text) : -1;
}
