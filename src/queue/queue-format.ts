import { VERSION } from '../version.js';

/** Raised by any change of what is kept in the queue, or of how the library keeps it there. */
export const QUEUE_FORMAT = 2;

/** What is kept with each run, so that a program of another version knows that it is not for it. */
export interface QueueMark {
  readonly format: number;
  /** Version that handed it out. */
  readonly touchstone: string;
}

export const QUEUE_MARK: QueueMark = { format: QUEUE_FORMAT, touchstone: VERSION };

/** Why a run is not for this version; null where it is. */
export function foreignQueue({ format, touchstone }: Partial<QueueMark>): string | null {
  if (format === QUEUE_FORMAT) return null;
  const by = touchstone === undefined ? 'another version of Touchstone' : `Touchstone ${touchstone}`;
  const what = format === undefined ? 'a format' : `format ${format}`;
  return `${by} handed it out in ${what} of the queue that Touchstone ${VERSION} does not read (it reads ${QUEUE_FORMAT})`;
}
