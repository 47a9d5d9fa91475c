import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPTION_LETTERS } from '../../domain/questions/question.js';
import { balancedLetters } from './balanced-letters.js';
import { questionFaults, type DraftQuestion, type QuestionFault } from './question-faults.js';

const SOUND: DraftQuestion = {
  question: 'Where is the size of text changed?',
  options: ['Among the display settings', 'Among the sounds', 'In the list of apps', 'On the storage page'],
};

const changed = (index: number, text: string): DraftQuestion => ({
  ...SOUND,
  options: SOUND.options.with(index, text),
});

/** Each fault, planted into a sound question. */
const PLANTED: Readonly<Record<QuestionFault, (index: number) => DraftQuestion>> = {
  'not-four-options': () => ({ ...SOUND, options: SOUND.options.slice(1) }),
  empty: (index) => changed(index, ' … '),
  'equal-options': (index) => changed(index, `${SOUND.options[(index + 1) % 4]?.toUpperCase() ?? ''}!`),
  'answer-in-question': () => ({ ...SOUND, question: 'Is it among the display settings?' }),
  'subject-in-option': (index) => changed(index, 'Where “Text size” is'),
  'names-order': (index) => changed(index, 'On the second screen'),
  'refers-to-options': (index) => changed(index, 'All of the above'),
  'too-long': (index) => changed(index, 'word '.repeat(60)),
  'truth-stands-out': () =>
    changed(0, 'Among the settings of the display, somewhere near the end of that long list'),
};

describe('the faults of a question', () => {
  it('are none where it has one truth among four that differ', () => {
    expect(questionFaults(SOUND, { subject: 'Text size' })).toEqual([]);
  });

  it('are found where they are planted', () => {
    const fault = fc.constantFrom(...(Object.keys(PLANTED) as QuestionFault[]));
    fc.assert(
      fc.property(fault, fc.integer({ min: 0, max: 3 }), (name, index) =>
        questionFaults(PLANTED[name](index), { subject: 'Text size' }).includes(name),
      ),
    );
  });
});

describe('the letters of true options', () => {
  it('come as often as each other, and the same for the same seed', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(), (count, seed) => {
        const letters = balancedLetters(count, seed);
        expect(letters).toEqual(balancedLetters(count, seed));
        const counts = OPTION_LETTERS.map((letter) => letters.filter((one) => one === letter).length);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        expect(letters).toHaveLength(count);
      }),
    );
  });
});
