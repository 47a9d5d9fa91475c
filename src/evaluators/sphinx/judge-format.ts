import type { QuestionTruth } from '../../domain/question-truth.js';
import { pythonStrip } from '../../domain/hierarchy/python-strip.js';
import { extractAction } from '../../models/dialects/sphinx/extract-action.js';
import { unreadableReply } from './judgement.js';
import type { Judgement } from './judgement.js';

/**
 * Judges whether a reply is exactly the action that it was to repeat: alone, or between triple backticks, white space around
 * it left out. The same in both modes.
 *
 * Source: SPHINX paper, focused context tasks; none of them was released.
 */
export function judgeFormat(
  { wanted }: Extract<QuestionTruth, { readonly type: 'format' }>,
  reply: string,
): Judgement {
  const right = pythonStrip(wanted);
  const isRight = pythonStrip(reply) === right || extractAction(reply)?.text === right;
  return isRight
    ? { isRight, isReadable: true, explanation: 'exactly what was asked for' }
    : unreadableReply(`not exactly ${JSON.stringify(right)}`);
}
