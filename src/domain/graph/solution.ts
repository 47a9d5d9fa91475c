/** One action of a solution and what it must lead to. */
export interface SolutionStep {
  /** Native object for `transition`. */
  readonly action: Readonly<Record<string, unknown>>;
  /** Node arrived at; -1 for the answer that ends the episode. */
  readonly to: number;
  /** Number of the node's screen that must show. */
  readonly screen: number;
}

export interface Solution {
  readonly type: 'solved';
  readonly steps: readonly SolutionStep[];
  /** Number of the start node's screen that must show. */
  readonly startScreen: number;
  /** Chance that uniform draws follow it, in (0, 1]. */
  readonly probability: number;
}
