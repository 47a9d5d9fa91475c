import { EpisodeControl } from './attempt/episode-control.js';

/** More than a timer can hold. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Why a run ends before all is done. */
export type StopReason = 'interrupted' | 'model_outage' | 'time_budget' | 'token_budget' | 'money_budget';

/**
 * Brings a run to its end early. `stop` lets every step in flight finish (the first Ctrl-C, a spent budget); `abort` gives
 * them up (the second Ctrl-C, a journal that cannot be written).
 */
export class RunControl implements Disposable {
  readonly #episodes = new Set<EpisodeControl>();
  readonly #waiting = new Set<() => void>();
  readonly #release: () => void;
  readonly #stopping = new AbortController();
  #stop: StopReason | null = null;
  #aborted = false;

  constructor(signals: {
    readonly stop?: AbortSignal | undefined;
    readonly signal?: AbortSignal | undefined;
  }) {
    const onStop = (): void => this.stop('interrupted');
    const onAbort = (): void => this.abort();
    signals.stop?.addEventListener('abort', onStop);
    signals.signal?.addEventListener('abort', onAbort);
    this.#release = (): void => {
      signals.stop?.removeEventListener('abort', onStop);
      signals.signal?.removeEventListener('abort', onAbort);
    };
    if (signals.stop?.aborted === true) this.stop('interrupted');
    if (signals.signal?.aborted === true) this.abort();
  }

  /** The first reason given; null while the run continues. */
  get stopReason(): StopReason | null {
    return this.#stop;
  }

  get isStopping(): boolean {
    return this.#stop !== null;
  }

  /** Aborted once the run is to stop. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  get isAborted(): boolean {
    return this.#aborted;
  }

  stop(reason: StopReason): void {
    this.#stop ??= reason;
    this.#stopping.abort();
    for (const wake of this.#waiting) wake();
  }

  abort(): void {
    this.#aborted = true;
    this.stop('interrupted');
    for (const episode of this.#episodes) episode.abort();
  }

  /** Control of one attempt, which must be closed; without a limit until it is given one. */
  openEpisode(): EpisodeControl {
    const episode = new EpisodeControl(null, () => this.#episodes.delete(episode));
    this.#episodes.add(episode);
    if (this.#aborted) episode.abort();
    return episode;
  }

  /**
   * Waits, but no longer than until the run is to stop.
   *
   * @param onWait is given what ends the wait early, and gives what to call when it is over
   */
  async pause(delayMs: number, onWait?: (wake: () => void) => () => void): Promise<void> {
    if (this.isStopping || delayMs <= 0) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        ended?.();
        resolve();
      };
      const timer = setTimeout(wake, Math.min(delayMs, LONGEST_TIMER_MS));
      this.#waiting.add(wake);
      const ended = onWait?.(wake);
    });
  }

  [Symbol.dispose](): void {
    this.#release();
  }
}
