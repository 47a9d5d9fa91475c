/** What a run has to reach for its command to end with 0, and where CI finds the results. */
export interface GateRequest {
  /** Success rate, 0–1. */
  readonly minSuccess: number | null;
  readonly drop: {
    /** Folder of the run to measure against. */
    readonly baseline: string;
    /** Difference of success rates, 0–1. */
    readonly atMost: number;
  } | null;
  /** File for the results as JUnit XML, absolute. */
  readonly junit: string | null;
}
