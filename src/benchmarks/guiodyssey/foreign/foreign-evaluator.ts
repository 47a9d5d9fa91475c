import type { OdysseyCommand } from '../decode-command.js';

/** What another project's evaluator says of a step. */
export interface ForeignVerdict {
  /** Whether the kind of action is the recorded one. */
  readonly isType: boolean;
  /** Whether the step counts as right. */
  readonly isExact: boolean;
  /** Whether a recorded click was hit; null where the evaluator asks for no point. */
  readonly isGrounded: boolean | null;
}

/**
 * How another project scores GUIOdyssey. The results are not comparable with AMS, nor with each other: every score carries
 * the name.
 */
export interface ForeignEvaluator {
  readonly name: ForeignEvaluatorName;
  readonly title: string;
  /** What makes it another measure, one sentence. */
  readonly about: string;
  /** @param predicted null for an answer that is no command */
  match(expected: OdysseyCommand, predicted: OdysseyCommand | null): ForeignVerdict;
}

export const FOREIGN_EVALUATOR_NAMES = ['os-atlas', 'agentcpm', 'gui-r1'] as const;
export type ForeignEvaluatorName = (typeof FOREIGN_EVALUATOR_NAMES)[number];

/** A verdict on an answer that nobody can read. */
export function unread(expected: OdysseyCommand): ForeignVerdict {
  return { isType: false, isExact: false, isGrounded: expected.action === 'CLICK' ? false : null };
}

/** What follows the colon of a command, where it is text. */
export function infoText({ info }: OdysseyCommand): string {
  return typeof info === 'string' ? info : '';
}
