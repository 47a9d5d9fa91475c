import type { Box } from '../geometry.js';
import type { OptionLetter } from './question.js';

/** Which action is right on a screen, in the words of recordings. Source: SPHINX. */
export interface GroundingTruth {
  /** Type of action as it is recorded: `click`, `longclick`, `swipe`, `input`, `back`, `enter`. */
  readonly action: string;
  /** `[x1, y1, x2, y2]` of the element, pixels of the source picture, inclusive; null where the action touches nothing. */
  readonly bounds: Box | null;
  /** What is typed. */
  readonly message: string | null;
}

/** The right answer, by type of question. */
export type QuestionTruth =
  | { readonly type: 'option'; readonly letter: OptionLetter }
  | { readonly type: 'truth'; readonly letter: 'T' | 'F' }
  | { readonly type: 'completion'; readonly isReached: boolean }
  | ({ readonly type: 'grounding' } & GroundingTruth)
  | { readonly type: 'format'; readonly wanted: string };
