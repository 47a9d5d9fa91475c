import type { Failure } from '../formats/run/journal/event.js';
import type { EngineListener } from './engine-event.js';
import type { RunControl } from './run-control.js';

/** Seconds that a run waits for an endpoint that is gone, unless it is told otherwise. */
export const DEFAULT_OUTAGE_SECONDS = 600;

/** Items in a row that outages void, none of which shows that the endpoint is gone, until it counts as gone. */
const MOST_IN_A_ROW = 3;

interface Parts {
  /** Null: as long as a run does by itself. */
  readonly limitSeconds: number | null;
  readonly control: RunControl;
  readonly emit: EngineListener;
  /** Milliseconds that never go back. */
  readonly monotonic?: () => number;
}

/**
 * Knows which endpoints have not answered since they failed, and for how long. While one is gone the run is paused: items
 * under way try again, no other begins. When the limit is over the run stops, with what was under way void.
 */
export class OutageWatch {
  readonly #parts: Parts;
  readonly #limitMs: number;
  readonly #now: () => number;
  /** Endpoint → when it failed first since it last answered. */
  readonly #down = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  /** When the outage that the run waits for began; null where it waits for none. */
  #since: number | null = null;
  #stoppedBy: Failure | null = null;
  /** Items that try again until it is over. */
  #holding = 0;
  #inARow = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#limitMs = (parts.limitSeconds ?? DEFAULT_OUTAGE_SECONDS) * 1000;
    this.#now = parts.monotonic ?? (() => performance.now());
  }

  /** The outage that stopped the run. */
  get stoppedBy(): Failure | null {
    return this.#stoppedBy;
  }

  /** A call was answered. */
  answered(endpoint: string): void {
    this.#down.delete(endpoint);
    if (this.#down.size > 0) return;
    this.#inARow = 0;
    if (this.#since === null) return;
    const lastedMs = this.#now() - this.#since;
    this.#since = null;
    this.#parts.emit({ type: 'outage-end', lastedMs });
    this.#wake();
  }

  /** A call failed with all its retries. */
  failed(endpoint: string): void {
    if (!this.#down.has(endpoint)) this.#down.set(endpoint, this.#now());
  }

  /** Milliseconds that are left to wait for what is gone; null where every endpoint answers. */
  get leftMs(): number | null {
    if (this.#down.size === 0) return null;
    return Math.max(0, Math.min(...this.#down.values()) + this.#limitMs - this.#now());
  }

  /** An item waits for the endpoint: the run is paused. Disposing ends its part in that. */
  hold(failure: Failure, leftMs: number): Disposable {
    if (this.#since === null) {
      this.#since = Math.min(this.#now(), ...this.#down.values());
      this.#parts.emit({ type: 'outage-start', failure, leftMs });
    }
    this.#holding += 1;
    return {
      [Symbol.dispose]: () => {
        this.#holding -= 1;
        // Nobody is left to find out whether it is over: the next item does.
        if (this.#holding === 0) this.#wake();
      },
    };
  }

  /** Waits, but no longer than until the endpoint is back or the run is to stop. */
  async pause(delayMs: number): Promise<void> {
    await this.#parts.control.pause(delayMs, (wake) => {
      this.#waiting.add(wake);
      return () => this.#waiting.delete(wake);
    });
  }

  /** Waits until no item waits for an endpoint that is gone. */
  async over(): Promise<void> {
    while (this.#since !== null && this.#holding > 0 && !this.#parts.control.isStopping) {
      await this.pause(this.#limitMs);
    }
  }

  /** An outage voided an item: the limit is over, or it was not worth waiting for. */
  voided(failure: Failure, { isGone }: { readonly isGone: boolean }): void {
    this.#inARow += 1;
    if (!isGone && (this.#inARow < MOST_IN_A_ROW || this.#down.size === 0)) return;
    this.#stoppedBy ??= failure;
    this.#parts.control.stop('model_outage');
  }

  /** Another writer of the run has stopped it so. */
  stoppedElsewhere(failure: Failure): void {
    this.#stoppedBy ??= failure;
    this.#parts.control.stop('model_outage');
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }
}
