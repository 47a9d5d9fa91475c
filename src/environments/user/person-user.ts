import { UserError } from '../../errors.js';
import type { AnsweringUser } from './user-environment.js';

/** Where a person is asked. */
export interface UserConsole {
  /** The next line that the person writes; null at the end of the input. */
  ask(question: string, options: { signal: AbortSignal }): Promise<string | null>;
}

/** Nobody is there to answer the agent. */
export class NoReplyError extends UserError {
  override readonly code = 'NO_REPLY';
  override readonly stopsRun = true;
}

/** A person who answers the agent's questions, as often as it asks. */
export function personUser(console: UserConsole): AnsweringUser {
  return {
    isRepeatable: false,
    async reply(question, { signal }) {
      const text = await console.ask(`The agent asks: ${question}\n> `, { signal });
      if (text === null) {
        throw new NoReplyError('the input ended and nobody answers the agent', {
          hint: 'Run it in a terminal, or leave --user out; `touchstone resume` goes on where you stopped.',
        });
      }
      return { text: text.trim(), isKnown: true };
    },
  };
}
