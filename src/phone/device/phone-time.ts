/** The time of the machine, as far as a phone depends on it: injected, so that a recorded episode can be repeated. */
export interface PhoneTime {
  /** Milliseconds since 1970. */
  wall(): number;
  /** Waits in real time. Resolves early, never rejects, when aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const REAL_TIME: PhoneTime = {
  wall: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal?.addEventListener('abort', done, { once: true });
    }),
};
