const LISTENERS = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once when a signal is aborted; gives the way to stop waiting for it. Many calls share a signal, which looks through
 * all its listeners for each that is added: here it has one for all of them.
 */
export function whenAborted(signal: AbortSignal, listener: () => void): () => void {
  const known = LISTENERS.get(signal);
  const listeners = known ?? new Set();
  if (known === undefined) {
    LISTENERS.set(signal, listeners);
    const callAll = (): void => {
      for (const each of listeners) each();
      listeners.clear();
    };
    signal.addEventListener('abort', callAll, { once: true });
  }
  // Of its own, so that the same function may wait twice.
  const own = (): void => listener();
  listeners.add(own);
  return () => listeners.delete(own);
}
