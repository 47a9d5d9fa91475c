import type { QuestionTruth } from '../../domain/question-truth.js';
import { isExactForm } from '../format-following/exact-form.js';
import { unreadableReply } from './judgement.js';
import type { Judgement } from './judgement.js';

/**
 * Judges whether a reply is exactly the action that it was to repeat. The same in both modes.
 *
 * Source: SPHINX paper, focused context tasks; none of them was released.
 */
export function judgeFormat(
  { wanted }: Extract<QuestionTruth, { readonly type: 'format' }>,
  reply: string,
): Judgement {
  return isExactForm(reply, wanted)
    ? { isRight: true, isReadable: true, explanation: 'exactly what was asked for' }
    : unreadableReply(`not exactly ${JSON.stringify(wanted)}`);
}
