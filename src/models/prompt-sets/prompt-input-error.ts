import { UserError } from '../../errors.js';

/** An official prompt states something that nobody knows here, such as the size of a picture. */
export class PromptInputError extends UserError {
  override readonly code = 'PROMPT_INPUT';
  override readonly stopsRun = true;
}
