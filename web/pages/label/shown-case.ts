import type { LabelQueueView } from '../../../src/report/view/served/label-case.js';

/** Which case of a queue is in front. */
export interface ShownCase {
  /** Undefined where nothing is left. */
  readonly id: string | undefined;
  /** It is no longer in the queue: somebody else has settled it, or the queue is another one now. */
  readonly isGone: boolean;
}

/** The one that the address names, whatever happens to the queue meanwhile; else the first that is open. */
export function shownCase(
  named: string | undefined,
  { open, done }: Pick<LabelQueueView, 'open' | 'done'>,
): ShownCase {
  if (named === undefined) return { id: open[0], isGone: false };
  return { id: named, isGone: !open.includes(named) && !done.includes(named) };
}
