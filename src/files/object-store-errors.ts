import { DatasetError, TouchstoneError, UserError } from '../errors.js';

/** A store does not have the content that was asked for. */
export class ObjectMissingError extends DatasetError {
  override readonly code = 'OBJECT_MISSING';

  constructor(name: string, options: { readonly cause?: unknown } = {}) {
    super('The content is not in the store', {
      ...options,
      place: { file: name },
      hint: 'Look for it in a copy; `touchstone files check RUN` lists all that is missing.',
    });
  }
}

/** What a store holds under a hash is something else. */
export class ObjectDamagedError extends DatasetError {
  override readonly code = 'OBJECT_DAMAGED';

  constructor(name: string, options: { readonly cause?: unknown } = {}) {
    super('The store does not have the content that its name promises', {
      ...options,
      place: { file: name },
      hint: 'Restore it from a copy: `touchstone files push RUN PLACE` from a folder that has it puts it right.',
    });
  }
}

/** A store refuses what is asked, and will until the user has changed something: its name, rights, region, keys, a clock, room. */
export class StoreRefusedError extends UserError {
  override readonly code = 'STORE_REFUSED';
  override readonly stopsRun = true;
}

/** A store does not answer now, or a mount has disappeared. Runs wait for it. */
export class StoreUnreachableError extends TouchstoneError {
  readonly code = 'STORE_UNREACHABLE';
  readonly fault = 'environment';
  override readonly retryable = true;
  override readonly pausesRun = true;
}

/** A store did not come back while a run waited for it. Nothing that the journal names is lost. */
export class StoreOutageError extends TouchstoneError {
  readonly code = 'STORE_OUTAGE';
  readonly fault = 'environment';
  override readonly stopsRun = true;

  constructor(cause: TouchstoneError) {
    super(`The store of the run's pictures did not come back: ${cause.message}`, {
      cause,
      hint: 'Bring the store back, then `touchstone resume` the run.',
    });
  }
}
