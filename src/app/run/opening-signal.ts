import type { AppContext } from '../app-context.js';

/**
 * The signal that a run is opened with and keeps reading with. Once disposed it follows no other signal: for many runs
 * in one process.
 */
export interface OpeningSignal extends Disposable {
  readonly signal: AbortSignal;
  /** From here on only the second Ctrl-C counts. */
  readonly opened: () => void;
}

/**
 * A signal for what is opened before a run and read during it, such as a benchmark. The first Ctrl-C ends the opening;
 * once that is over, only the second ends the reading: until then the step in flight is finished, and what was done is scored.
 */
export function openingSignal({
  interrupted,
  killed,
}: Pick<AppContext, 'interrupted' | 'killed'>): OpeningSignal {
  const control = new AbortController();
  const follow = (followed: AbortSignal): (() => void) => {
    const end = (): void => control.abort(followed.reason);
    if (followed.aborted) end();
    else followed.addEventListener('abort', end, { once: true });
    return () => followed.removeEventListener('abort', end);
  };
  const opened = follow(interrupted);
  const release = follow(killed);
  return {
    signal: control.signal,
    opened,
    [Symbol.dispose]: () => {
      opened();
      release();
    },
  };
}
