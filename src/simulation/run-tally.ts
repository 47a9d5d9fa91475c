/** What a run has come to so far. Times in milliseconds. */
export class RunTally {
  /** Time of the lanes that was no work. */
  readonly waitMs = { endpoint: 0, devices: 0, queue: 0, outages: 0, away: 0, idle: 0 };
  /** Episodes that somebody has begun, has in hand, and has ended; of these, those that were voided. */
  taken = 0;
  active = 0;
  finished = 0;
  voided = 0;
  /** Steps asked for, and those of them that were before. */
  steps = 0;
  stepsAgain = 0;
  lastTakenMs = 0;
}
