import { given } from '../../domain/given.js';

/** What of earlier steps an acting model is shown. */
export interface HistoryStrategy {
  /** What was done, in the words of the model's family. */
  readonly actions: boolean;
  /** What was seen before it was done. */
  readonly screenshots: boolean;
  /** A summary of all steps so far: a model's, or the one that the recording has. */
  readonly context: 'none' | 'written' | 'annotated';
}

/** Words for the parts of a strategy, as users join them by `+`. */
export const HISTORY_PARTS = ['actions', 'screenshots', 'context', 'annotated-context'] as const;
export type HistoryPart = (typeof HISTORY_PARTS)[number];

/** The strategy of these parts; of none of them, nothing is shown. */
export function strategyOf(parts: readonly HistoryPart[]): HistoryStrategy {
  return {
    actions: parts.includes('actions'),
    screenshots: parts.includes('screenshots'),
    context: parts.includes('annotated-context')
      ? 'annotated'
      : parts.includes('context')
        ? 'written'
        : 'none',
  };
}

/** The parts of a strategy in one order, such as `actions+screenshots`; `none`. */
export function strategyText({ actions, screenshots, context }: HistoryStrategy): string {
  const parts = given([
    actions && 'actions',
    screenshots && 'screenshots',
    context === 'written' && 'context',
    context === 'annotated' && 'annotated-context',
  ]);
  return parts.length === 0 ? 'none' : parts.join('+');
}
