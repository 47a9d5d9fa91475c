import type { Mode } from '../../domain/mode.js';
import type { QuestionTruth } from '../../domain/questions/question-truth.js';
import { readOption, readTruth } from '../../models/readers/letter-choice.js';
import { unreadableReply, type QuestionMatch } from './question-match.js';

/**
 * Matches the answer to a question about goals or apps: exactly the right letter, small letters are wrong.
 *
 * Source: SPHINX paper, knowledge probing. `corrected` takes white space around the letter as nothing.
 */
export function matchChoice(
  { type, letter }: Extract<QuestionTruth, { readonly type: 'option' | 'truth' }>,
  reply: string,
  mode: Mode,
): QuestionMatch {
  const reading = type === 'option' ? readOption(reply, mode) : readTruth(reply, mode);
  if (reading.type === 'unreadable') return unreadableReply(reading.error.message);
  const isRight = reading.value === letter;
  return { isRight, isReadable: true, explanation: `says ${reading.value}, right is ${letter}` };
}
