import { describe, expect, it } from 'vitest';
import { hierarchyXml, uiNode } from '../../../testing/hierarchy-xml.js';
import { scriptedDevice, type ScriptedDevice } from '../../../testing/phones/scripted-device.js';
import { ADB_KEYBOARD } from './adb-keyboard.js';
import { HierarchyDumper } from './hierarchy-dumper.js';
import { typeText, type TypingResult } from './type-text.js';

const { signal } = new AbortController();

interface Phone {
  /** Keyboard in use. */
  readonly keyboard?: string;
  /** Whether broadcasts arrive. */
  readonly isListening?: boolean;
  readonly isPassword?: boolean;
}

/** A phone with one field, and what is in it. */
function phoneOf({
  keyboard = 'org.other/.Keys',
  isListening = true,
  isPassword = false,
}: Phone): ScriptedDevice & {
  readonly field: () => string;
} {
  let field = '';
  const scripted = scriptedDevice((line) => {
    if (line.startsWith('settings get secure default_input_method')) return `${keyboard}\n`;
    const [, keys] = /^input text '(.*)'$/.exec(line) ?? [];
    if (keys !== undefined) field += keys.replaceAll(`'\\''`, "'").replaceAll('%s', ' ');
    if (line === 'input keyevent 66') field += '\n';
    const [, message] = /ADB_INPUT_B64 .* --es msg '(.*)'$/.exec(line) ?? [];
    if (message !== undefined) {
      if (isListening) field += Buffer.from(message, 'base64').toString('utf8');
      return 'Broadcasting: Intent { pkg=com.android.adbkeyboard }\nBroadcast completed: result=0';
    }
    if (!line.startsWith('uiautomator')) return '';
    const node = uiNode({
      text: field.replaceAll('\n', ' '),
      class: 'android.widget.EditText',
      focused: 'true',
      password: String(isPassword),
      bounds: '[0,0][9,9]',
    });
    return `__touchstone_file__0\n${hierarchyXml([node])}`;
  });
  return { ...scripted, field: () => field };
}

async function type(text: string, phone: ScriptedDevice, keyboard: string | null): Promise<TypingResult> {
  return await typeText(text, {
    device: phone.device,
    dumper: new HierarchyDumper(phone.device),
    keyboard,
    signal,
  });
}

describe('typeText', () => {
  it.each(["it's 50%sure of a b", 'x%', '$HOME `id` "q" \\n'])('types %s as keys', async (text) => {
    const phone = phoneOf({});
    expect(await type(text, phone, null)).toBe('seen');
    expect(phone.field()).toBe(text);
  });

  it.each(['Grüße', '你好', 'שלום', '👩‍👩‍👧 ok', '👍🏽'.repeat(600)])(
    'types %s through the keyboard',
    async (text) => {
      const phone = phoneOf({ keyboard: ADB_KEYBOARD });
      await type(text, phone, ADB_KEYBOARD);
      expect(phone.field()).toBe(text);
    },
  );

  it('presses ENTER between lines', async () => {
    const phone = phoneOf({});
    await type('a\nb', phone, null);
    expect(phone.field()).toBe('a\nb');
  });

  it('types as keys what provably did not arrive through the keyboard', async () => {
    const phone = phoneOf({ keyboard: ADB_KEYBOARD, isListening: false });
    expect(await type('abc', phone, ADB_KEYBOARD)).toBe('seen');
    expect(phone.field()).toBe('abc');
  });

  it('never types twice where nothing shows whether it arrived', async () => {
    const phone = phoneOf({ keyboard: ADB_KEYBOARD, isPassword: true });
    expect(await type('abc', phone, ADB_KEYBOARD)).toBe('unknown');
    expect(phone.field()).toBe('abc');
  });

  it('voids the episode where text that keys cannot type does not arrive', async () => {
    const phone = phoneOf({ keyboard: ADB_KEYBOARD, isListening: false });
    await expect(type('é', phone, ADB_KEYBOARD)).rejects.toMatchObject({
      faultClass: 'keyboard-not-receiving',
    });
  });

  it.each([
    [null, 'keyboard-missing'],
    [ADB_KEYBOARD, 'keyboard-not-active'],
  ])('voids the episode where no keyboard can type it (%s)', async (keyboard, faultClass) => {
    await expect(type('é', phoneOf({}), keyboard)).rejects.toMatchObject({ faultClass, fault: 'user' });
  });
});
