import type { ModelContent } from '../../models/model.js';
import type { ShownScreen } from '../look-at.js';
import type { LoggedAction, V3State } from './v3-state.js';

/** What all questions are about. */
export interface V3Knowledge {
  readonly instruction: string;
  readonly state: V3State;
  /** For the manager; empty: none. */
  readonly guidelines: string;
}

/** A screen for the manager. */
export interface PlannedFrom {
  readonly shown: ShownScreen;
  /** The latest failures, where it is to be shown them. */
  readonly errors: readonly LoggedAction[];
}

/** An action with the screens before and after it. */
export interface DoneAction {
  readonly before: ShownScreen;
  readonly after: ShownScreen;
  readonly action: Pick<LoggedAction, 'call' | 'description'>;
}

/** How the models that help the executor are asked; and the sentences that are fed back to them. */
export interface V3Questions {
  planning(known: V3Knowledge, from: PlannedFrom): ModelContent[];
  reflection(known: V3Knowledge, done: DoneAction): ModelContent[];
  noting(known: V3Knowledge, shown: ShownScreen): ModelContent[];
  /** The latest actions as the executor is told them. */
  outcomes(log: readonly LoggedAction[]): string;
  /** What is fed back of an answer that could not be read. */
  readonly invalid: string;
}

/** What the manager says is completed where nothing is. Source: Mobile-Agent-v3 reference code, `Manager.parse_response`. */
export const NOTHING_COMPLETED = 'No completed subgoal.';
