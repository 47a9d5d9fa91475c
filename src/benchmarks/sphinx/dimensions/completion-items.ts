import type { Mode } from '../../../domain/mode.js';
import { actionSentence } from '../../../observations/action-sentence.js';
import { toAction } from '../saved-runs/native-action.js';
import type { RecordedAction } from '../saved-runs/native-action.js';

/** Whether a task is done on a screen of its recording, and what was done before. */
export interface CompletionItem {
  /** Place of the screen in the recording, from 0. */
  readonly index: number;
  readonly isReached: boolean;
  /** A sentence for each action before. */
  readonly done: readonly string[];
}

/**
 * One item for each action of a recording; the task is done on the last screen, on which the recording stops.
 *
 * Source: SPHINX paper, completion judgement. Recordings do not say which way a swipe went: `reference` says "up" as the
 * reference code does, `corrected` nothing.
 */
export function completionItems(actions: readonly RecordedAction[], mode: Mode): CompletionItem[] {
  const sentences = actions.map((action) => recordedSentence(action, mode));
  return actions.map((_, index) => ({
    index,
    isReached: index === actions.length - 1,
    done: sentences.slice(0, index),
  }));
}

/** What a recorded action did, in a sentence; the stop's as well. */
export function recordedSentence(recorded: RecordedAction, mode: Mode): string {
  const action = toAction(recorded);
  const told =
    action.type === 'swipe' && action.direction === null && mode === 'reference'
      ? { ...action, direction: 'up' as const }
      : action;
  // Recorded touches name their element, so there is always a sentence; coordinates are told as they stand.
  return actionSentence(told, null) ?? `${recorded.type} ${JSON.stringify(recorded)}.`;
}
