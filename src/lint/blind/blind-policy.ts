import type { Action } from '../../domain/action.js';
import type { Point, Size } from '../../domain/geometry.js';

/** What a blind script may know of the phone: what is there, not what is shown. */
export interface BlindWorld {
  readonly size: Size;
  /** Names that the launcher opens. */
  readonly apps: readonly string[];
  /** Whether any screen has a UI hierarchy, which agents that read words need. */
  readonly hasHierarchies: boolean;
  /** Where screens are touched, the commonest place first; of one app, or of all where it is null or has none of its own. */
  targets(app: string | null): readonly Point[];
}

/** What it is asked. */
export interface BlindTask {
  readonly id: string;
  readonly repeat: number;
  readonly instruction: string;
  /** Apps that the task names; those of the world that its instruction names where it has none. */
  readonly apps: readonly string[];
  /** Actions that it may take. */
  readonly budget: number;
}

/** A script that acts without looking. */
export interface BlindPolicy {
  readonly name: string;
  /** What it does, whatever is shown; cut to the budget by whoever asks. The same arguments give the same actions. */
  actions(task: BlindTask, world: BlindWorld): readonly Action[];
}
