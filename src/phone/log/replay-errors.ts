import { DatasetError } from '../../errors.js';

/** The log of a phone and the phone that repeats it go different ways: another world, other programs, or an altered log. */
export class ReplayDivergedError extends DatasetError {
  override readonly code = 'PHONE_LOG_DIVERGES';

  /** @param seq number of the event that could not be repeated */
  constructor(seq: number, problem: string) {
    super(`event ${seq} cannot be repeated: ${problem}`, {
      hint: 'Replay the log with the world, seed and version of Touchstone that its header names.',
    });
  }
}
