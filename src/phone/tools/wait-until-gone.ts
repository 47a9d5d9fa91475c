/** Waits until the client is gone; every program that runs until it is ended waits by this. */
export function waitUntilGone(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
