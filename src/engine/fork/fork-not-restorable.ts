import { UserError } from '../../errors.js';

/** The step that a run is to be forked from cannot be come back to. */
export class ForkNotRestorableError extends UserError {
  override readonly code = 'FORK_NOT_RESTORABLE';
  // No other future would get there either.
  override readonly stopsRun = true;

  /** @param why in words, as the second half of a sentence */
  static because(why: string): ForkNotRestorableError {
    return new ForkNotRestorableError(
      `The step that this run is forked from cannot be come back to: ${why}`,
      {
        hint: 'Fork from step 1, or a run of an environment that can be played again or restored.',
      },
    );
  }
}
