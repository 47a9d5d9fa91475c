/** What work comes to; null where the signal was aborted first: nobody waits for it then. */
export async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return null;
  let end: (() => void) | undefined;
  const aborted = new Promise<null>((resolve) => {
    end = () => resolve(null);
    signal.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (end !== undefined) signal.removeEventListener('abort', end);
    work.catch(() => undefined);
  }
}
