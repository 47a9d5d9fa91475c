import { describe, expect, it } from 'vitest';
import { characterOf, isQuietKey, keyNameOf } from './key-names.js';

describe('keyNameOf', () => {
  // Codes that are easily off by one where the list of names slips.
  it.each([
    [3, 'HOME'],
    [4, 'BACK'],
    [24, 'VOLUME_UP'],
    [26, 'POWER'],
    [61, 'TAB'],
    [66, 'ENTER'],
    [67, 'DEL'],
    [82, 'MENU'],
    [111, 'ESCAPE'],
    [112, 'FORWARD_DEL'],
    [123, 'MOVE_END'],
    [160, 'ENTER'],
    [164, 'VOLUME_MUTE'],
    [187, 'APP_SWITCH'],
    [224, 'WAKEUP'],
    [279, 'PASTE'],
    [9999, '9999'],
  ])('calls %i %s', (code, name) => {
    expect(keyNameOf(code)).toBe(name);
  });
});

describe('characterOf', () => {
  it('knows what keys type, and which type nothing', () => {
    const typed = [7, 16, 29, 54, 62, 144, 153, 17, 77].map(characterOf);
    expect(typed).toEqual(['0', '9', 'a', 'z', ' ', '0', '9', '*', '@']);
    expect([3, 4, 66, 67, 61, 82].map(characterOf)).toEqual([null, null, null, null, null, null]);
  });
});

describe('isQuietKey', () => {
  it('is true of modifiers and moves of the cursor, not of keys that apps see', () => {
    expect([59, 113, 123, 224].every(isQuietKey)).toBe(true);
    expect([3, 4, 26, 61, 66, 82, 187].some(isQuietKey)).toBe(false);
  });
});
