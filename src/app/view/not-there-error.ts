import { UserError } from '../../errors.js';

/** What was asked for is not in the folder of runs: a run, an episode, a picture. */
export class NotThereError extends UserError {
  override readonly code = 'NOT_THERE';
}
