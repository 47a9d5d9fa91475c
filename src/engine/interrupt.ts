/** What a run listens to: `stop` on the first signal, `signal` on the second. */
export interface Interruption extends Disposable {
  readonly stop: AbortSignal;
  readonly signal: AbortSignal;
}

/** The part of `process` that tells about signals. */
export interface SignalSource {
  on(event: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  off(event: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/**
 * Turns Ctrl-C (and a request to terminate) into a run's two ways of ending early: the first lets the steps in flight
 * finish, the second gives them up. Disposing gives the signals back.
 */
export function listenForInterrupts(source: SignalSource, onStop?: () => void): Interruption {
  const stop = new AbortController();
  const abort = new AbortController();
  const listener = (): void => {
    if (stop.signal.aborted) abort.abort();
    else {
      stop.abort();
      onStop?.();
    }
  };
  source.on('SIGINT', listener);
  source.on('SIGTERM', listener);
  return {
    stop: stop.signal,
    signal: abort.signal,
    [Symbol.dispose]: () => {
      source.off('SIGINT', listener);
      source.off('SIGTERM', listener);
    },
  };
}
