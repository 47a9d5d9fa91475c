import { describe, expect, it } from 'vitest';
import { scriptedDevice } from '../../../testing/phones/scripted-device.js';
import { selectKeyboard, typeByKeyboard } from './adb-keyboard.js';

const { signal } = new AbortController();
const ID = 'org.k/.Keys';

/** A phone that says that it does what it is asked, and keeps the keyboard that it has. */
function stubborn(isEnabled: boolean) {
  return scriptedDevice((line) => {
    if (line.includes('enabled_input_methods')) return isEnabled ? `${ID}\n` : 'org.other/.K\n';
    if (line.includes('default_input_method')) return 'org.other/.K\n';
    return line.startsWith('ime set')
      ? `Input method ${ID} selected for user #0`
      : `Input method ${ID}: now enabled for user #0`;
  });
}

describe('selectKeyboard', () => {
  it.each([
    ['three seconds to be the one in use', true, 3000],
    ['five seconds more to be enabled', false, 8000],
  ])('gives a keyboard %s', async (_, isEnabled, ms) => {
    const { device, now } = stubborn(isEnabled);
    await expect(selectKeyboard(device, ID, signal)).rejects.toMatchObject({
      faultClass: 'keyboard-not-active',
    });
    expect(now()).toBe(ms);
  });
});

describe('typeByKeyboard', () => {
  it.each([
    [1000, 1],
    [1001, 2],
  ])('sends %i characters in %i broadcasts', async (count, broadcasts) => {
    const { device, lines } = scriptedDevice(() => 'Broadcast completed: result=0');
    await typeByKeyboard(device, ID, 'a'.repeat(count), signal);
    expect(lines).toHaveLength(broadcasts);
  });
});
