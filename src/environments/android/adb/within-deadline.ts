/** What `withinDeadline` throws where the time is up. */
export class DeadlineError extends Error {}

/**
 * The result of work that knows neither deadline nor signal. When either ends it, `onEnd` is called to stop what runs, and
 * what the work still comes to is dropped.
 *
 * @throws {DeadlineError} when the time is up; the signal's reason when it is aborted
 */
export async function withinDeadline<T>(
  work: () => Promise<T>,
  {
    deadlineMs,
    signal,
    onEnd = () => {},
  }: { readonly deadlineMs: number; readonly signal: AbortSignal; readonly onEnd?: () => void },
): Promise<T> {
  signal.throwIfAborted();
  let end: (reason: Error) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  const stop = (): void => end(signal.reason as Error);
  const timer = setTimeout(() => end(new DeadlineError(`not done after ${deadlineMs} ms`)), deadlineMs);
  signal.addEventListener('abort', stop, { once: true });
  let isDone = false;
  try {
    const result = await Promise.race([work(), ended]);
    isDone = true;
    return result;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    if (!isDone) onEnd();
  }
}
