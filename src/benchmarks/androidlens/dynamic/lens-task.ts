import type { Task } from '../../../domain/task.js';
import type { LensLanguage } from '../lens-episode.js';
import type { LabelledTask } from '../taxonomy/label-task.js';
import type { JudgedGroup } from './judged-milestones.js';

/** A task on phones, with what a judge looks for in it. */
export interface LensTask extends LabelledTask {
  readonly language: LensLanguage;
  readonly types: readonly string[];
  /** Steps of a known-good way; null where none is known. */
  readonly referenceSteps: number | null;
  /** Kinds of anomalies that are known to come up in it. */
  readonly anomalies: readonly string[];
  readonly groups: readonly JudgedGroup[];
  readonly task: Task;
}

/** A task that cannot be used, and why; the others can. */
export interface BrokenLensTask {
  readonly id: string;
  /** null where it does not say. */
  readonly language: LensLanguage | null;
  readonly invalid: string;
}

/** Tasks as their files have them, in their order. */
export interface ReadLensTasks {
  readonly tasks: readonly LensTask[];
  readonly broken: readonly BrokenLensTask[];
  /** SHA-256 (hex) over all that can change a score. */
  readonly hash: string;
}

/** How many steps a task may take. */
export interface StepLimit {
  readonly least: number;
  /** Times the steps of the known-good way, rounded up. */
  readonly factor: number;
}

/** The paper states none. */
export const USUAL_LIMIT: StepLimit = { least: 30, factor: 1.5 };

/** Steps that a task may take. */
export function stepLimitOf(referenceSteps: number | null, { least, factor }: StepLimit): number {
  // 1.1 × 30 is a little more than 33 in binary.
  const ofReference = Math.ceil((referenceSteps ?? 0) * factor - 1e-9);
  return Math.max(least, ofReference);
}
