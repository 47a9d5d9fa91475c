import { UserError } from '../../errors.js';

/** How an agent's answer is to be found in its output is not understood, or takes too long to find. */
export class AnswerRuleError extends UserError {
  override readonly code = 'ANSWER_RULE';
  override readonly stopsRun = true;
}
