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
  /** What the user said to a question that this step asked. */
  readonly reply?: UserReply;
  /** Unexpected events that came after this step, before the next; one that the environment cannot show did not happen. */
  readonly events?: readonly EventOutcome[];
}

/** A user's reply to a question. */
export interface UserReply {
  readonly text: string;
  /** Whether the task has it for this question; what a person says is. */
  readonly isKnown: boolean;
}

/** Whether an unexpected event of the task happened when its time had come. */
export interface EventOutcome {
  readonly id: string;
  readonly happened: boolean;
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
