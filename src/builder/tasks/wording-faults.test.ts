import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordingFaults, type WordingFault } from './wording-faults.js';

const SOUND = [
  'Switch the phone to its dark theme.',
  'Set an alarm for 6:45 on weekdays.',
  'Open the note “Tap water test” and pin it.',
  'Add 2 oat milks (1 l each) to the list.',
  '把手机切换成深色主题。',
  'Open https://news.example.org/id/today and www.shop.example.com, please.',
];

/** Each fault, planted into sound words. */
const PLANTED: Readonly<Record<WordingFault, (text: string) => string>> = {
  empty: () => '  ',
  'too-long': (text) => `${text} ${'and more '.repeat(40)}`,
  'several-lines': (text) => `${text}\nThen stop.`,
  'lists-steps': (text) => `1. Open the app. 2. ${text}`,
  'names-gestures': (text) => `${text} Then swipe left.`,
  'names-positions': (text) => `${text} It is at (120, 48).`,
  'names-ids': (text) => `${text} It is com.app:id/theme_radio.`,
  'names-screens': (text) => `${text} It is on screen 4.`,
  placeholder: (text) => `${text} Call it {name}.`,
};

describe('the words of an instruction', () => {
  it('are sound where they say what is wanted', () => {
    for (const text of SOUND) expect(wordingFaults(text)).toEqual([]);
  });

  it('have every fault that is planted into them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SOUND),
        fc.constantFrom(...Object.entries(PLANTED)),
        (text, [fault, plant]) => wordingFaults(plant(text)).includes(fault as WordingFault),
      ),
    );
  });

  it('name positions with any brackets and white space', () => {
    for (const at of ['（120，48）', '( 120 ,\t48 )', '【120、48】'])
      expect(wordingFaults(`It is at ${at}.`)).toEqual(['names-positions']);
  });

  it('do not name states', () => {
    expect(wordingFaults('Reach settings.theme~dark.', { names: ['settings.theme~dark'] })).toEqual([
      'names-ids',
    ]);
    expect(wordingFaults('Open the notes.', { names: ['notes'] })).toEqual([]);
  });
});
