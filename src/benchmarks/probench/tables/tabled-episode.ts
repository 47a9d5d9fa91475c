import type { ProbenchDetails } from '../scoring/probench-details.js';

/** An episode that counts. */
export interface TabledEpisode extends ProbenchDetails {
  /** Item key text. */
  readonly key: string;
  readonly isEarlyStop: boolean;
}
