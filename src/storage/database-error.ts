import { TouchstoneError, UserError } from '../errors.js';

/** A database of others cannot be used just now: it is down, full, or went away. What was asked may be asked again. */
export class DatabaseAwayError extends TouchstoneError {
  readonly code = 'DATABASE_AWAY';
  readonly fault = 'environment';
  override readonly retryable = true;
}

/** A database does not let us in, or is not what we need: nothing changes until somebody acts. */
export class DatabaseUnfitError extends UserError {
  override readonly code = 'DATABASE_UNFIT';
}
