/** Time of the lanes (workers times items at a time) by what they did, in milliseconds. */
export interface LaneTime {
  /** Worked on an item: its model, its phone, itself. */
  readonly working: number;
  /** Waited for a place at the endpoint, or for its rate. */
  readonly endpoint: number;
  /** Waited for a phone. */
  readonly devices: number;
  /** Waited for the queue. */
  readonly queue: number;
  /** Waited for an endpoint that was gone. */
  readonly outages: number;
  /** The worker started, or was dead. */
  readonly away: number;
  /** Nothing was left to take. */
  readonly idle: number;
}

/** How a run went. Times in milliseconds. */
export interface SimulatedOutcome {
  /** From the beginning until the last episode ends. */
  readonly wallMs: number;
  readonly lanes: LaneTime;
  /** When the last episode that nobody had begun was taken. */
  readonly lastTakenMs: number;
  readonly done: number;
  /** Ended by failures of the model or of workers. */
  readonly voided: number;
  /** Left by a spent budget. */
  readonly left: number;
  /** Steps asked for, those done again included. */
  readonly steps: number;
  readonly stepsAgain: number;
  /** Null where it is not known. */
  readonly tokens: number | null;
  /** US dollars. */
  readonly modelUsd: number | null;
  readonly workersUsd: number | null;
  readonly deaths: number;
  readonly outages: number;
  /** Outages that lasted longer than a run waits. */
  readonly stops: number;
  /** Steps that one hold of the endpoint stood for; 1: exact. Null: no step had to wait, episodes were taken whole. */
  readonly stepsAHold: number | null;
}
