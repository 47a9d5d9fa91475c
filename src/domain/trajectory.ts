import type { Action } from './action.js';
import type { FormatError } from './decision.js';
import type { Screen } from './screen.js';

/** What the environment did with an action, and by which rule of its specification. */
export interface Transition {
  /** Name of the rule that fired (`edge`, `home`, `stay`, `wait_fallback`, …). */
  readonly rule: string;
  /** Places the environment drew from, in its order, duplicates kept; absent where nothing was drawn. */
  readonly candidates?: readonly string[];
  /** State arrived at; null when the episode ended here. */
  readonly next: string | null;
  /** What went wrong, for rules that report it. */
  readonly detail?: string;
  /** Random words consumed by this step, for environments whose draws share one stream. */
  readonly draws?: number;
}

/** One screen and what was done on it. `action` is null on a last screen where nothing was done. */
export interface TrajectoryStep {
  readonly screen: Screen;
  /** State of the environment the screen belongs to: a node id of the graph, where there is one. */
  readonly state: string | null;
  readonly action: Action | null;
  /** Set instead of an action when the agent's answer could not be read. */
  readonly formatError?: FormatError;
  /** Why the agent's own answer could not be read, where another model put it into form. */
  readonly repaired?: FormatError;
  readonly thought?: string;
  readonly transition?: Transition;
  /** Text given to the user by this step. */
  readonly answer?: string;
}

/** The ordered steps of one attempt, or of a recording. */
export interface Trajectory {
  readonly steps: readonly TrajectoryStep[];
}
