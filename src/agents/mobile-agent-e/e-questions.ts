import type { Shortcut } from '../../models/dialects/mobile-agent-e/shortcut.js';
import type { Perceived } from '../mobile-agent/perceive.js';
import type { HelperQuestion } from '../prompting/ask-helper.js';
import type { LoggedAction, LoggedProgress, TaskState } from './task-state.js';

export type Question = Pick<HelperQuestion, 'system' | 'parts'>;

/** What all questions are about. */
export interface EKnowledge {
  readonly instruction: string;
  readonly state: TaskState;
  readonly tips: string;
  readonly shortcuts: readonly Shortcut[];
}

/** An action with the screens before and after it. */
export interface DoneAction {
  readonly before: Perceived;
  readonly after: Perceived;
  readonly action: Pick<LoggedAction, 'call' | 'description'>;
}

/** A screen for the manager. */
export interface PlannedFrom {
  readonly seen: Perceived;
  /** The latest failures, where it is to be shown them. */
  readonly errors: readonly LoggedAction[];
}

/** A finished task. */
export interface DoneTask {
  readonly log: readonly LoggedProgress[];
  readonly seen: Perceived;
}

/** What is drawn from a finished task. */
export type Lesson = 'shortcut' | 'tips';

/** How the models that help the operator are asked. */
export interface EQuestions {
  /** What the manager is asked; it is shown no list of elements. */
  planning(known: EKnowledge, from: PlannedFrom): Question;
  /** What the action reflector is asked. */
  reflection(known: EKnowledge, done: DoneAction): Question;
  /** What the notetaker is asked. */
  noting(known: EKnowledge, seen: Perceived): Question;
  /** What is asked of a finished task. */
  learning(lesson: Lesson, known: EKnowledge, done: DoneTask): Question;
}
