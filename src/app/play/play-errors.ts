import { TouchstoneError } from '../../errors.js';

/** The environment failed, and cannot be brought back to where its player is: what the player saw did not happen. */
export class EpisodeLostError extends TouchstoneError {
  readonly code = 'EPISODE_LOST';
  readonly fault = 'environment';
}

/** What was asked of an episode is not possible now, such as an action before its reset or after its end. */
export class PlayOrderError extends TouchstoneError {
  readonly code = 'PLAY_ORDER';
  readonly fault = 'user';
}

/** As many phones are in use as there may be. */
export class PlayCapacityError extends TouchstoneError {
  readonly code = 'PLAY_CAPACITY';
  readonly fault = 'user';
  /** In use, and how many there may be. */
  readonly active: number;
  readonly most: number;

  constructor(active: number, most: number) {
    super(`all ${most} phones are in use`, { hint: 'Close one, or start with a larger --max-sessions.' });
    this.active = active;
    this.most = most;
  }
}
