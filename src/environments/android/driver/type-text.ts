import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { UiNode } from '../../../domain/hierarchy/ui-node.js';
import { argumentsForTyping } from '../answers/input-answer.js';
import { DEADLINES } from '../adb/deadlines.js';
import { shellQuoted } from '../adb/device-connection.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import { currentKeyboard, typeByKeyboard } from './adb-keyboard.js';
import type { AndroidDevice } from './android-device.js';
import type { HierarchyDumper } from './hierarchy-dumper.js';
import { pressKeys } from './touch.js';

export interface TypingOptions {
  readonly device: AndroidDevice;
  readonly dumper: HierarchyDumper;
  /** Id of the keyboard for adb that setup has selected; null where there is none. */
  readonly keyboard: string | null;
  readonly signal: AbortSignal;
}

/** What became of typed text: seen in the field, or nothing on the screen says so. */
export type TypingResult = 'seen' | 'unseen' | 'unknown';

const PRINTABLE = /^[\u0020-\u007E\n]*$/;
/** What a field must show of the text to count: some put a space or a full stop of their own behind it. */
const LAST_CHARACTERS = 20;

/**
 * Types into the field in focus, by the keyboard for adb where it is the one in use, else as keys. Whether it arrived is
 * read in the field; where it provably did not, it is typed once more the other way.
 *
 * @throws {DeviceFaultError} `keyboard-missing` for text that keys cannot type, where there is no keyboard for it;
 *   `keyboard-not-receiving` where there is one and the field stays as it was
 */
export async function typeText(text: string, options: TypingOptions): Promise<TypingResult> {
  if (text === '') return 'seen';
  const { device, keyboard, signal } = options;
  const before = await focusedField(options);
  const isActive = keyboard !== null && (await currentKeyboard(device, signal)) === keyboard;
  const canUseKeys = PRINTABLE.test(text);
  if (!isActive && !canUseKeys) {
    const missing = keyboard === null ? 'keyboard-missing' : 'keyboard-not-active';
    throw new DeviceFaultError(missing, { serial: device.serial, operation: 'type text' });
  }
  const byKeyboard = (): Promise<void> => typeByKeyboard(device, keyboard ?? '', text, signal);
  const byKeys = (): Promise<void> => typeAsKeys(device, text, signal);
  await (isActive ? byKeyboard() : byKeys());
  const result = resultOf(text, before, await focusedField(options));
  if (result !== 'unseen' || !isActive) return result;
  if (!canUseKeys) {
    throw new DeviceFaultError('keyboard-not-receiving', { serial: device.serial, operation: 'type text' });
  }
  // A field that takes neither way refuses the text: the app's choice, and the agent's to see.
  await byKeys();
  return resultOf(text, before, await focusedField(options));
}

/** Types printable ASCII and line breaks as keys. */
async function typeAsKeys(device: AndroidDevice, text: string, signal: AbortSignal): Promise<void> {
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) await pressKeys(device, ['66'], signal);
    for (const argument of argumentsForTyping(line)) {
      const deadline = DEADLINES.input + DEADLINES.character * argument.length;
      await device.require('input', `input text ${shellQuoted(argument)}`, deadline, signal);
    }
  }
}

/** What the field in focus shows; null where no field has the focus, it hides its text, or there is no hierarchy. */
async function focusedField({ dumper, signal }: TypingOptions): Promise<string | null> {
  const dumped = await dumper.dump('typing', signal);
  if (dumped.type === 'missing') return null;
  const field = parseHierarchy(dumped.xml).nodes.find((node) => node.attribute('focused') === 'true');
  if (field === undefined || field.attribute('password') === 'true' || !isField(field)) return null;
  return field.attribute('text') ?? '';
}

function isField(node: UiNode): boolean {
  return /Edit|AutoComplete|Search/.test(node.className);
}

function resultOf(text: string, before: string | null, after: string | null): TypingResult {
  if (after === null) return 'unknown';
  const tail = text.slice(-LAST_CHARACTERS).trim();
  if (after.includes(tail)) return 'seen';
  // A field that changed took something, in a form of its own: a number with its groups, a masked code.
  return before !== null && after === before ? 'unseen' : 'unknown';
}
