import type { Mode } from '../../domain/mode.js';
import type { QuestionTruth } from '../../domain/questions/question-truth.js';
import { readCompletion } from '../../models/readers/completion.js';
import type { QuestionMatch } from './question-match.js';

/**
 * Matches whether a task was rightly taken to be completed or not. A reply that says neither counts as `continue`.
 *
 * Source: SPHINX paper, planning; `reference` finds the words inside others too, as the reference code does.
 */
export function matchCompletion(
  { isReached }: Extract<QuestionTruth, { readonly type: 'completion' }>,
  reply: string,
  mode: Mode,
): QuestionMatch {
  const reading = readCompletion(reply, mode);
  const said = reading.type === 'value' ? reading.value : 'continue';
  const right = isReached ? 'stop' : 'continue';
  return {
    isRight: said === right,
    isReadable: reading.type === 'value',
    explanation: `${reading.type === 'value' ? `says ${said}` : 'says neither, taken as continue'}, right is ${right}`,
  };
}
