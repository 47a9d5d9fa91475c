import type { UnitBox } from '../../../domain/recordings/recorded-milestone.js';
import type { ScreenContent } from '../../../domain/screen.js';

/** A sub-target that a judge looks for in what an agent did. */
export interface JudgedMilestone {
  /** Number by which the judge names it; unique in its task. */
  readonly index: number;
  /** The sub-target in words. */
  readonly target: string;
  /** The screen as it may look when it is done; null where there is none. */
  readonly picture: ScreenContent | null;
  /** Key component in that picture. */
  readonly box: UnitBox | null;
  /** Text of the key component. */
  readonly text: string | null;
  /** States that the key component has to be in, such as `selected`. */
  readonly states: readonly string[];
}

/** Neighbouring milestones in order: one alone, or several in any order. */
export type JudgedGroup = readonly [JudgedMilestone, ...JudgedMilestone[]];

/** What the judge of a task needs besides the task itself (`JudgeInput.material`). */
export interface LensMaterial {
  readonly type: 'androidlens';
  readonly groups: readonly JudgedGroup[];
}

/** What an item's benchmark gives its judge, where that is AndroidLens. */
export function isLensMaterial(material: unknown): material is LensMaterial {
  // Made in this room alone, with all its fields.
  return (
    typeof material === 'object' && material !== null && 'type' in material && material.type === 'androidlens'
  );
}
