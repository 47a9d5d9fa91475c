import type { TreeRule } from '../../src/evaluators/tree-rules/rule.js';

/** The 15 atomic capabilities of the ColorBench paper. */
export type Ability =
  | 'share'
  | 'save'
  | 'copy'
  | 'pay'
  | 'search'
  | 'memory'
  | 'send'
  | 'location'
  | 'follow'
  | 'filter'
  | 'like'
  | 'navigation'
  | 'find'
  | 'set'
  | 'others';

/** A state to pass through: node ids, `*` standing for any rest of one. */
export interface Stage {
  readonly id: string;
  readonly title: string;
  readonly abilities: readonly Ability[];
  readonly at: readonly string[];
}

/** A task as it is written here; `suite.json` is made from it. */
export interface TaskPlan {
  readonly id: string;
  readonly en: string;
  readonly zh: string;
  readonly apps: readonly string[];
  /** To be reached in this order; a list of lists stands for strands that may come in any order among themselves. */
  readonly stages: readonly Stage[] | readonly (readonly Stage[])[];
  /** Texts that the final answer may be. */
  readonly answers?: readonly string[];
  readonly rules: readonly TreeRule[];
}

/** A stage of a task. */
export function stage(
  id: string,
  title: string,
  abilities: Ability | readonly Ability[],
  ...at: readonly string[]
): Stage {
  return { id, title, abilities: typeof abilities === 'string' ? [abilities] : abilities, at };
}
