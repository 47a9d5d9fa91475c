import { UserError } from '../../errors.js';

/** A recording takes nothing any more. */
export class RecordingOverError extends UserError {
  override readonly code = 'RECORDING_OVER';

  constructor(message: string) {
    super(message, { hint: 'Begin another with `touchstone record start`.' });
  }
}

/** Somebody acts on a screen that is long gone. */
export class StaleScreenError extends UserError {
  override readonly code = 'STALE_SCREEN';

  constructor(number: number) {
    super(`screen ${number} is not kept any more`, { hint: 'Look at the phone again, then act.' });
  }
}
