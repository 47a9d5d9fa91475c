import { unknownVerdict, type Verdict } from '../domain/scores/verdict.js';
import type { JudgeAnswer } from './judge.js';

/** No verdict, from an answer that was refused or could not be read. */
export function unreadVerdict(answer: Exclude<JudgeAnswer<unknown>, { type: 'value' }>): Verdict {
  const reason =
    answer.type === 'refusal'
      ? 'the judge refused to answer'
      : `the judge's answer cannot be read: ${answer.problem}`;
  return unknownVerdict(reason, { judgeError: true, unreadable: answer.unreadable });
}
