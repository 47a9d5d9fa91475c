import type { PhoneControls } from '../../device/phone-controls.js';
import { UIAUTOMATOR2_KEYBOARD } from '../../device/phone-keyboards.js';
import type { Intent } from '../activity/intent.js';

/** Name of this route in the log. */
const SOURCE = 'uiautomator2 keyboard';

/** What the keyboard says of a broadcast. */
export interface KeyboardReply {
  readonly data: string;
}

const SUCCESS: KeyboardReply = { data: 'success' };

/**
 * Does what a broadcast to uiautomator2's own keyboard says; null when it is no such broadcast, or another keyboard is the
 * selected one. Texts come in Base64.
 *
 * Source: android-uiautomator-server, `AdbKeyboard.java`; uiautomator2, `_input.py`.
 */
export async function uiautomator2Broadcast(
  { action, extras }: Intent,
  controls: PhoneControls,
): Promise<KeyboardReply | null> {
  if (controls.keyboards.selected !== UIAUTOMATOR2_KEYBOARD) return null;
  switch (action) {
    case 'ADB_KEYBOARD_SET_TEXT':
    case 'ADB_KEYBOARD_INPUT_TEXT': {
      const text = Buffer.from(extras.get('text') ?? '', 'base64').toString('utf8');
      if (action === 'ADB_KEYBOARD_SET_TEXT') await controls.clearText(SOURCE);
      if (text !== '') await controls.type(text, SOURCE);
      return SUCCESS;
    }
    case 'ADB_KEYBOARD_CLEAR_TEXT':
      await controls.clearText(SOURCE);
      return SUCCESS;
    case 'ADB_KEYBOARD_EDITOR_CODE':
    case 'ADB_KEYBOARD_SMART_ENTER':
      await controls.editorAction(SOURCE);
      return SUCCESS;
    case 'ADB_KEYBOARD_INPUT_KEYCODE': {
      const code = Number(extras.get('code'));
      if (Number.isInteger(code) && code > 0) await controls.keys([code]);
      return SUCCESS;
    }
    case 'ADB_KEYBOARD_GET_CLIPBOARD':
      return { data: Buffer.from(controls.clipboard).toString('base64') };
    case 'ADB_KEYBOARD_HIDE':
    case 'ADB_KEYBOARD_SHOW':
      return SUCCESS;
    default:
      return null;
  }
}
