import type { QuestionTruth } from '../../domain/questions/question-truth.js';
import { isExactForm } from '../format-following/exact-form.js';
import { unreadableReply, type QuestionMatch } from './question-match.js';

/**
 * Matches whether a reply is exactly the action that it was to repeat. The same in both modes.
 *
 * Source: SPHINX paper, focused context tasks; none of them was released.
 */
export function matchFormat(
  { wanted }: Extract<QuestionTruth, { readonly type: 'format' }>,
  reply: string,
): QuestionMatch {
  return isExactForm(reply, wanted)
    ? { isRight: true, isReadable: true, explanation: 'exactly what was asked for' }
    : unreadableReply(`not exactly ${JSON.stringify(wanted)}`);
}
