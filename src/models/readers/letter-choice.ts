import type { Mode } from '../../domain/mode.js';
import { OPTION_LETTERS, type OptionLetter } from '../../domain/questions/question.js';
import { reads, readChecked, unreadable, type Reading } from './reading.js';

const TRUTHS = ['T', 'F'] as const;
/** Whether a statement is true. */
export type TruthLetter = (typeof TRUTHS)[number];

/** The one letter that answers a multiple-choice question. Modes as for `readTruth`. */
export function readOption(answer: string, mode: Mode): Reading<OptionLetter> {
  return readLetter(answer, mode, OPTION_LETTERS);
}

/**
 * The one letter that answers whether a statement is true.
 *
 * Source: SPHINX paper, knowledge probing. `reference`: the letter and nothing else but a final line feed, as the reference
 * code compares it; `corrected` trims. A small letter is no answer in either.
 */
export function readTruth(answer: string, mode: Mode): Reading<TruthLetter> {
  return readLetter(answer, mode, TRUTHS);
}

function readLetter<T extends string>(answer: string, mode: Mode, letters: readonly T[]): Reading<T> {
  return readChecked(answer, (text) => {
    const said = mode === 'reference' ? text.replace(/\n$/, '') : text.trim();
    const letter = letters.find((candidate) => candidate === said);
    return letter === undefined ? unreadable(`not one of ${letters.join(', ')} alone`) : reads(letter);
  });
}
