import type { PlayerTurn } from '../../app/play/player-turn.js';
import { UserError } from '../../errors.js';
import { textAnswer, type ToolAnswer } from '../tool-answer.js';

/**
 * What a tool answers that took a step, with a part more where the step was the last.
 *
 * @param done the words of phone servers for it
 * @throws {UserError} where the action was kept from the phone; the step is taken all the same
 */
export function stepAnswer({ observation, ended }: PlayerTurn, done: string): ToolAnswer {
  if (ended === null && observation.refused !== undefined) {
    throw new UserError(`the action was kept from the phone: ${observation.refused}`);
  }
  if (ended === null) return textAnswer(done);
  return textAnswer(done, `The task is over (${ended.end.reason}): nothing reaches this phone any more.`);
}
