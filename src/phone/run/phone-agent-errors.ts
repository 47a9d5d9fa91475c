import { TouchstoneError, UserError } from '../../errors.js';

/** The command behind a phone ended with a failure of its own. */
export class PhoneCommandError extends TouchstoneError {
  readonly code = 'PHONE_COMMAND';
  readonly fault = 'agent';
}

/** The command behind a phone says that what it depends on is out (exit status 75): tried again, and no failure of its. */
export class PhoneCommandOutage extends TouchstoneError {
  readonly code = 'PHONE_COMMAND_OUTAGE';
  readonly fault = 'model';
  override readonly retryable = true;
}

/** A command names something to be filled in that there is not, and that looks like a slip for what there is. */
export class CommandPlaceholderError extends UserError {
  override readonly code = 'COMMAND_PLACEHOLDER';
}
