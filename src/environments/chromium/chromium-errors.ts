import { TouchstoneError, UserError } from '../../errors.js';

/** The browser or a page of it is gone, or does not answer in time. The episode is void, and may be tried again. */
export class ChromiumError extends TouchstoneError {
  readonly code = 'CHROMIUM';
  readonly fault = 'environment';
  override readonly retryable = true;
}

/** There is no Chromium here, or not the package that drives it. */
export class NoChromiumError extends UserError {
  override readonly code = 'NO_CHROMIUM';
  override readonly stopsRun = true;
}

/** An app cannot be opened where it is said to be. */
export class LiveAppError extends TouchstoneError {
  readonly code = 'LIVE_APP';
  readonly fault = 'environment';
  override readonly retryable = true;
}
