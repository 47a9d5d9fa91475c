import type { MilestoneRules } from '../domain/milestones/milestone-progress.js';
import type { JsonPath } from './graph-subject.js';

/** One milestone that can be reached by itself, with the way to it in the file. */
export interface MilestoneSubject {
  readonly path: JsonPath;
  /** Ids as the file lists them, repetitions kept; null for a milestone that wants an answer. */
  readonly screens: readonly { readonly id: string; readonly path: JsonPath }[] | null;
}

/** A task to check, and the mapping from its parts back to the file they were read from. */
export interface TaskSubject {
  readonly id: string;
  readonly path: JsonPath;
  /** Language tag → text. */
  readonly instructions: Readonly<Record<string, string>>;
  /** Node the episode starts on; null is the root. */
  readonly start: string | null;
  readonly apps: readonly string[];
  /** Steps of the annotated best route, the final stop included; null where nobody annotated any. */
  readonly optimalSteps: number | null;
  /** Steps an episode may take. */
  readonly maxSteps: number;
  /** In the order of `rules.leaves`. */
  readonly milestones: readonly MilestoneSubject[];
  readonly rules: MilestoneRules;
  /** Whether rules other than milestones decide too. */
  readonly hasEvaluators: boolean;
  /** Whether things have to happen, or must not. Absent where tasks have no such demands. */
  readonly hasObligations?: boolean;
  readonly hasProhibitions?: boolean;
}

/** The tasks of one file. */
export interface TasksSubject {
  readonly file: string;
  readonly tasks: readonly TaskSubject[];
  /** Languages every task should have an instruction in. */
  readonly languages: readonly string[];
  /** Whether milestones that want an answer can be reached. */
  readonly countsAnswers: boolean;
}
