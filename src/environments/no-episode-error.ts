import { UserError } from '../errors.js';

/** A step or a look was asked for before `reset`, or after the episode had ended. */
export class NoEpisodeError extends UserError {
  override readonly code = 'NO_EPISODE';
}
