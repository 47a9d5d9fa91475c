import type { AttemptRecord } from '../../formats/run/attempt-record.js';
import type { RunSession } from '../run-session.js';

/** Gives a resource of an attempt back; what goes wrong with that is a warning, since the episode is over. */
export async function disposeQuietly(
  session: RunSession,
  record: AttemptRecord,
  resource: AsyncDisposable,
  wasAborted: boolean,
): Promise<void> {
  try {
    const closing = Promise.resolve(resource[Symbol.asyncDispose]());
    // What was given up may hang in the call that was given up.
    await (wasAborted ? within(CLOSING_MS, closing) : closing);
  } catch (error) {
    // The episode is over and its record stands; what could not be given back is for the user to know.
    const message = error instanceof Error ? error.message : String(error);
    session.emit({ type: 'warning', key: record.key, message: `Closing failed: ${message}` });
  }
}

const CLOSING_MS = 2_000;

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not closed after ${milliseconds} ms`)), milliseconds);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
