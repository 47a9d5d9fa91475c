import type { ForeignFigures, ForeignSums } from './foreign-counts.js';

/** One step as the script of another project judges it. */
export interface JudgedStep {
  readonly type: 'judged';
  /** Class of the recorded action, in that project's words: `CLICK`, `long_point`, `mobile-click`. */
  readonly kind: string;
  /** Whether the kind of action is the recorded one. */
  readonly isType: boolean;
  /** Whether the step is right; null where the script asks for no more than the type. */
  readonly isRight: boolean | null;
  /** What is asked besides the type, where the script sums that apart. */
  readonly part: 'grounding' | 'text' | null;
  /** Whether the prediction has the project's format; true where the script does not ask. */
  readonly hasFormat: boolean;
  /** How alike two typed texts are, 0–1; null where the script measures no such thing. */
  readonly textRatio: number | null;
  /** Distance of two touches, in units of 1/1000 of the screen; null where the script measures no such thing. */
  readonly distance: number | null;
}

/**
 * What the script makes of a step. `left_out` the step is in none of its numbers · `void` it stops at what was recorded, and so has
 * no number at all: here the step alone counts for nothing.
 */
export type ForeignVerdict = JudgedStep | { readonly type: 'left_out' | 'void'; readonly reason: string };

/** A record of the project's own, judged; or why it is none. Episode and step where it says which it is of. */
export type ForeignRecord =
  | {
      readonly type: 'record';
      readonly episode: string | null;
      readonly step: number | null;
      readonly verdict: ForeignVerdict;
    }
  | { readonly type: 'no_record'; readonly message: string };

/**
 * How another project scores GUIOdyssey, as its authors' script does. The results are not comparable with AMS, nor with each
 * other: every score carries the name, the number of steps that counted and the number of those left out.
 */
export interface ForeignEvaluator {
  readonly name: ForeignEvaluatorName;
  readonly title: string;
  /** What makes it another measure, one sentence. */
  readonly about: string;
  /** Which of several predictions of one step count. */
  readonly repeats: 'every' | 'last';
  /** A key that records of the project's own form alone have. */
  readonly mark: string;
  /**
   * A step given as commands of GUIOdyssey.
   *
   * @param recorded the command that was recorded
   * @param predicted what the model answered: a command, or anything else
   */
  judge(recorded: string, predicted: unknown): ForeignVerdict;
  /** A step in the project's own form of records. */
  judgeRecord(value: unknown): ForeignRecord;
  /** What the step adds to, as key and numbers: the same numbers are summed over all steps. */
  cellsOf(step: JudgedStep): readonly (readonly [key: string, numbers: readonly number[]])[];
  /** What the script prints of these sums. */
  figures(sums: ForeignSums): ForeignFigures;
}

export const FOREIGN_EVALUATOR_NAMES = ['os-atlas', 'agentcpm', 'gui-r1'] as const;
export type ForeignEvaluatorName = (typeof FOREIGN_EVALUATOR_NAMES)[number];
